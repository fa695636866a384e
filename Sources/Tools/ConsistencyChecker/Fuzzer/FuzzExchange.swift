import Domain
import NIOCore
import NIOPosix

/// Sends bytes on a separate connection and collects the response until the connection ends.
final class FuzzExchange: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    enum Outcome: Sendable {
        case answered([UInt8])
        /// The client ended its half, but the server kept the connection open.
        case hung([UInt8])
        /// The connection was refused.
        case refused
    }

    /// After this much silence the client ends its half of the connection.
    private static let idleTimeout = TimeAmount.milliseconds(200)
    private static let closeTimeout = TimeAmount.seconds(30)

    private let done: EventLoopPromise<Outcome>
    private var received: [UInt8] = []
    private var timer: Scheduled<Void>?

    private init(_ done: EventLoopPromise<Outcome>) { self.done = done }

    static func run(_ bytes: [UInt8], to address: SupervisedServer.Address) async -> Outcome {
        do {
            let (channel, end) = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelOption(.allowRemoteHalfClosure, value: false)
                .connect(host: address.host, port: address.port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let promise = channel.eventLoop.makePromise(of: Outcome.self)
                        try channel.pipeline.syncOperations.addHandler(FuzzExchange(promise))
                        return (channel, promise.futureResult)
                    }
                }
            channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
            return try await end.get()
        } catch {
            return .refused
        }
    }

    func channelActive(context: ChannelHandlerContext) { wait(context) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if received.count < 1 << 18 { received += Array(Self.unwrapInboundIn(data).readableBytesView) }
        wait(context)
    }

    private func wait(_ context: ChannelHandlerContext) {
        timer?.cancel()
        let context = NIOLoopBound(context, eventLoop: context.eventLoop)
        let loop = context.value.eventLoop.assumeIsolated()
        timer = loop.scheduleTask(in: Self.idleTimeout) { [weak self] in
            context.value.close(mode: .output, promise: nil)
            self?.timer = loop.scheduleTask(in: Self.closeTimeout) { [weak self] in
                guard let self else { return }
                self.done.succeed(.hung(self.received))
                context.value.close(promise: nil)
            }
        }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        done.succeed(.answered(received))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
