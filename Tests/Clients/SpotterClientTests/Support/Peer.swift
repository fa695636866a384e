import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

@testable import SpotterClient

/// A server on a port of the loopback that does what a test says: answers requests, speaks on sockets.
final class Peer: Sendable {
    struct Request: Sendable {
        let head: HTTPRequestHead
        let body: String

        var route: String { "\(head.method) \(head.uri)" }
        var token: String? { head.headers.first(name: "Authorization") }
    }

    struct Reply: Sendable {
        var status: HTTPResponseStatus = .ok
        var type = "application/json"
        /// Written with a flush after each.
        var parts: [String]

        static func json(_ text: String, _ status: HTTPResponseStatus = .ok) -> Reply {
            Reply(status: status, parts: [text])
        }

        static func refusal(_ code: String, _ status: HTTPResponseStatus) -> Reply {
            let body = #"{"error":{"code":"\#(code)","message":"said \#(code)","retryable":false,"requestId":"r1"}}"#
            return Reply(status: status, parts: [body])
        }
    }

    let channel: any Channel
    var address: ServerAddress { ServerAddress("http://127.0.0.1:\(channel.localAddress?.port ?? 0)") ?? .standard }

    private init(_ channel: any Channel) { self.channel = channel }

    /// - Parameters:
    ///   - reply: to each request that isn't an upgrade, or an upgrade that `accepts` refuses.
    ///   - socket: gets each upgraded channel.
    static func start(
        accepts: @escaping @Sendable (HTTPRequestHead) -> Bool = { _ in true },
        reply: @escaping @Sendable (Request) -> Reply = { _ in .refusal("not_found", .notFound) },
        socket: @escaping @Sendable (PeerSocket) -> Void = { _ in }
    ) async throws -> Peer {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                let upgrader = NIOWebSocketServerUpgrader(
                    shouldUpgrade: { channel, head in
                        channel.eventLoop.makeSucceededFuture(accepts(head) ? HTTPHeaders() : nil)
                    },
                    upgradePipelineHandler: { channel, head in
                        channel.eventLoop.makeCompletedFuture {
                            try channel.pipeline.syncOperations.addHandler(PeerSocketHandler(head, socket))
                        }
                    }
                )
                return channel.eventLoop.makeCompletedFuture {
                    let http = PeerHTTPHandler(reply)
                    let loopBound = NIOLoopBound(http, eventLoop: channel.eventLoop)
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(
                        withServerUpgrade: (
                            upgraders: [upgrader],
                            completionHandler: {
                                $0.pipeline.syncOperations.removeHandler(loopBound.value, promise: nil)
                            }
                        )
                    )
                    try channel.pipeline.syncOperations.addHandler(http)
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        return Peer(channel)
    }

    func stop() async throws { try await channel.close() }
}

/// The server's end of a WebSocket.
struct PeerSocket: Sendable {
    let head: HTTPRequestHead
    /// Text frames of the client; each masked, or the stream ends.
    let received: AsyncStream<String>
    private let channel: any Channel

    init(head: HTTPRequestHead, received: AsyncStream<String>, channel: any Channel) {
        self.head = head
        self.received = received
        self.channel = channel
    }

    func send(_ text: String, fin: Bool = true, opcode: WebSocketOpcode = .text) {
        channel.writeAndFlush(WebSocketFrame(fin: fin, opcode: opcode, data: ByteBuffer(string: text)), promise: nil)
    }

    func close(code: UInt16, reason: String) {
        var data = ByteBuffer(integer: code)
        data.writeString(reason)
        channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .connectionClose, data: data), promise: nil)
    }

    func drop() { channel.close(promise: nil) }
    func next() async -> String? { await received.first { _ in true } }
}

private final class PeerSocketHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let head: HTTPRequestHead
    private let ready: @Sendable (PeerSocket) -> Void
    private let stream = AsyncStream<String>.makeStream()

    init(_ head: HTTPRequestHead, _ ready: @escaping @Sendable (PeerSocket) -> Void) {
        self.head = head
        self.ready = ready
    }

    func handlerAdded(context: ChannelHandlerContext) {
        ready(PeerSocket(head: head, received: stream.stream, channel: context.channel))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = Self.unwrapInboundIn(data)
        guard frame.maskKey != nil else { return stream.continuation.finish() }
        switch frame.opcode {
        case .text: stream.continuation.yield(String(buffer: frame.unmaskedData))
        case .pong: stream.continuation.yield("<pong>")
        default: break
        }
    }

    func channelInactive(context: ChannelHandlerContext) { stream.continuation.finish() }
}

private final class PeerHTTPHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let reply: @Sendable (Peer.Request) -> Peer.Reply
    private var head: HTTPRequestHead?
    private var body = ""

    init(_ reply: @escaping @Sendable (Peer.Request) -> Peer.Reply) { self.reply = reply }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body(let part): body += String(buffer: part)
        case .end:
            guard let head else { return }
            let reply = reply(Peer.Request(head: head, body: body))
            (self.head, body) = (nil, "")
            var headers = HTTPHeaders([("Content-Type", reply.type)])
            if reply.parts.count < 2 {
                headers.add(name: "Content-Length", value: String(reply.parts.joined().utf8.count))
            }
            let answer = HTTPResponseHead(version: .http1_1, status: reply.status, headers: headers)
            context.write(Self.wrapOutboundOut(.head(answer)), promise: nil)
            for part in reply.parts {
                let bytes = IOData.byteBuffer(ByteBuffer(string: part))
                context.writeAndFlush(Self.wrapOutboundOut(.body(bytes)), promise: nil)
            }
            context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
