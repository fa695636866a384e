import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A server that answers the n-th request with the n-th of the answers it was given, and keeps the requests.
final class RecordedStore: Sendable {
    struct Request: Sendable {
        let head: HTTPRequestHead
        let body: String
        var line: String { "\(head.method) \(head.uri)" }
        func header(_ name: String) -> String? { head.headers.first(name: name) }
    }

    struct Answer: Sendable {
        var status = HTTPResponseStatus.ok
        var headers: [(String, String)] = []
        var body = ""

        static func error(_ status: HTTPResponseStatus, _ code: String, _ message: String = "no reason") -> Answer {
            Answer(status: status, body: "<Error><Code>\(code)</Code><Message>\(message)</Message></Error>")
        }
    }

    private struct State {
        var answers: [Answer]
        var requests: [Request] = []
    }

    private let state: Mutex<State>

    private init(_ answers: [Answer]) { state = Mutex(State(answers: answers)) }

    var requests: [Request] { state.withLock { $0.requests } }

    /// Runs `body` with the store's endpoint.
    static func run(_ answers: [Answer], _ body: (RecordedStore, String) async throws -> Void) async throws {
        let store = RecordedStore(answers)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(store))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            try await body(store, "http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
        } catch {
            try? await channel.close()
            throw error
        }
        try await channel.close()
    }

    private func answer(_ request: Request) -> Answer {
        state.withLock { state in
            state.requests.append(request)
            return state.answers.isEmpty ? Answer(status: .imATeapot) : state.answers.removeFirst()
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let store: RecordedStore
        private var head: HTTPRequestHead?
        private var body = ByteBuffer()

        init(_ store: RecordedStore) { self.store = store }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): (self.head, body) = (head, ByteBuffer())
            case .body(var part): body.writeBuffer(&part)
            case .end:
                guard let head else { return }
                let answer = store.answer(Request(head: head, body: String(buffer: body)))
                var headers = HTTPHeaders(answer.headers)
                if head.method != .HEAD {
                    headers.replaceOrAdd(name: "content-length", value: "\(answer.body.utf8.count)")
                }
                let first = HTTPResponseHead(version: .http1_1, status: answer.status, headers: headers)
                context.write(wrapOutboundOut(.head(first)), promise: nil)
                if head.method != .HEAD {
                    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: answer.body)))), promise: nil)
                }
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }
}
