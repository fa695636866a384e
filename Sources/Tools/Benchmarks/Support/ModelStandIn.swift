import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A language model's server that gives every request the same short answer, and notes when a request was there.
final class ModelStandIn: Sendable {
    private let channel: any Channel
    private let arrivals: Arrivals

    init() async throws {
        let arrivals = Arrivals()
        self.arrivals = arrivals
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline().flatMap {
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Answering(arrivals: arrivals))
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    var baseURL: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/v1" }

    /// When the last request was whole; `nil` if there was none since the last call.
    func takeArrival() -> ContinuousClock.Instant? { arrivals.take() }

    func stop() async throws { try await channel.close() }

    private final class Arrivals: Sendable {
        private let last = Mutex<ContinuousClock.Instant?>(nil)

        func note() { last.withLock { $0 = $0 ?? .now } }

        func take() -> ContinuousClock.Instant? {
            last.withLock { last in
                defer { last = nil }
                return last
            }
        }
    }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private static let answer = """
            data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"That is in your chats [1]."}}]}

            data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":9}}

            data: [DONE]


            """

        private let arrivals: Arrivals

        init(arrivals: Arrivals) { self.arrivals = arrivals }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            arrivals.note()
            let head = HTTPResponseHead(
                version: .http1_1,
                status: .ok,
                headers: ["Content-Type": "text/event-stream", "Content-Length": "\(Self.answer.utf8.count)"]
            )
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: Self.answer)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
