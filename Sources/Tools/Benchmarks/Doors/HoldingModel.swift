import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A language model's server that begins every answer at once and ends none until it is told to.
final class HoldingModel: Sendable {
    private let channel: any Channel
    private let gate: Gate

    init() async throws {
        let gate = Gate()
        self.gate = gate
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 1024)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline().flatMap {
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(Answering(gate: gate))
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    var baseURL: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/v1" }

    func stop() async throws { try await channel.close().get() }

    /// Expects that many requests from now on.
    func begin(_ count: Int) { gate.begin(count) }

    /// Returns how many requests were there when all were, or when some were missing after five minutes.
    func allArrived() async -> Int { await gate.allArrived() }

    /// Lets all answers end.
    func release() { gate.release() }

    /// The connections whose answers have begun.
    private final class Gate: Sendable {
        private static let patience = Duration.seconds(300)

        private struct State {
            var expected = 0
            var arrived = 0
            var isReleased = false
            var held: [any Channel] = []
            var watcher: CheckedContinuation<Int, Never>?
        }

        private let state = Mutex(State())

        func begin(_ count: Int) {
            state.withLock { ($0.expected, $0.arrived, $0.isReleased) = (count, 0, false) }
        }

        func allArrived() async -> Int {
            let deadline = Task {
                try await Task.sleep(for: Self.patience)
                finishWatching()
            }
            defer { deadline.cancel() }
            return await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    state.watcher = continuation
                    return state.arrived >= state.expected
                }
                if isThere { finishWatching() }
            }
        }

        func release() {
            let held = state.withLock { state in
                state.isReleased = true
                defer { state.held = [] }
                return state.held
            }
            for channel in held { Answering.end(channel) }
        }

        func hold(_ channel: any Channel) {
            let (isReleased, isThere) = state.withLock { state in
                state.arrived += 1
                if !state.isReleased { state.held.append(channel) }
                return (state.isReleased, state.arrived >= state.expected)
            }
            if isReleased { Answering.end(channel) }
            if isThere { finishWatching() }
        }

        private func finishWatching() {
            let (watcher, arrived) = state.withLock { state in
                defer { state.watcher = nil }
                return (state.watcher, state.arrived)
            }
            watcher?.resume(returning: arrived)
        }
    }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private static let beginning =
            #"data: {"choices":[{"index":0,"delta":{"role":"assistant","content":"That is in "}}]}"# + "\n\n"
        private static let end =
            #"data: {"choices":[{"index":0,"delta":{"content":"your chats [1]."},"finish_reason":"stop"}]}"#
            + "\n\ndata: [DONE]\n\n"

        private let gate: Gate

        init(gate: Gate) { self.gate = gate }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .end = unwrapInboundIn(data) else { return }
            let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["Content-Type": "text/event-stream"])
            let beginning = HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: Self.beginning)))
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(beginning), promise: nil)
            gate.hold(context.channel)
        }

        static func end(_ channel: any Channel) {
            let end = HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: Self.end)))
            channel.write(end, promise: nil)
            channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
        }
    }
}
