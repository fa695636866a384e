import NIOCore
import NIOPosix
import Synchronization

/// TCP with nothing on top, to a server of another process.
final class PlainSocket: Sendable {
    private let channel: any Channel
    private let arrived: AsyncStream<[UInt8]>
    private let rest = Mutex<[UInt8]>([])

    static func connect(port: Int) async throws -> PlainSocket {
        let (arrived, arriving) = AsyncStream<[UInt8]>.makeStream()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Reader(arriving))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        return PlainSocket(channel, arrived)
    }

    private init(_ channel: any Channel, _ arrived: AsyncStream<[UInt8]>) {
        self.channel = channel
        self.arrived = arrived
    }

    deinit { channel.close(promise: nil) }

    /// Lines with `\r\n` after each, and an empty one at the end.
    func request(_ lines: String..., body: String = "") async throws {
        try await send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
    }

    func send(_ bytes: [UInt8]) async throws { try await channel.writeAndFlush(ByteBuffer(bytes: bytes)) }

    /// Ends our half: the server reads an end, and can still write.
    func endWriting() async throws { try await channel.close(mode: .output) }

    /// Everything up to and including `mark`; everything there was, if the server ended before.
    func read(through mark: [UInt8]) async -> [UInt8] {
        while true {
            let found = rest.withLock { rest -> [UInt8]? in
                guard let range = rest.firstRange(of: mark) else { return nil }
                defer { rest.removeSubrange(..<range.upperBound) }
                return Array(rest[..<range.upperBound])
            }
            if let found { return found }
            guard let more = await arrived.first(where: { _ in true }) else {
                return rest.withLock { rest in
                    defer { rest = [] }
                    return rest
                }
            }
            rest.withLock { $0 += more }
        }
    }

    func read(through mark: String) async -> String {
        String(decoding: await read(through: Array(mark.utf8)), as: UTF8.self)
    }

    /// Everything until the server ends its half.
    func readToEnd() async -> [UInt8] {
        var all = rest.withLock { $0 }
        for await more in arrived { all += more }
        return all
    }

    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let arriving: AsyncStream<[UInt8]>.Continuation

        init(_ arriving: AsyncStream<[UInt8]>.Continuation) { self.arriving = arriving }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            arriving.yield(Array(Self.unwrapInboundIn(data).readableBytesView))
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case .inputClosed? = event as? ChannelEvent { arriving.finish() }
        }

        func channelInactive(context: ChannelHandlerContext) { arriving.finish() }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}
