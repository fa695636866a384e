import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP server on a free port that answers with whatever a closure says, and remembers what it was asked.
final class FileServer: Sendable {
    struct Request: Sendable, Equatable {
        let path: String
        let range: String?
        let ifRange: String?
        let authorization: String?
    }

    struct Answer: Sendable {
        var status = HTTPResponseStatus.ok
        var headers: HTTPHeaders = [:]
        var body: [UInt8] = []
        /// Closes the connection after so many bytes of the body.
        var cutAt: Int?
    }

    let port: Int
    private let channel: any Channel
    private let log: RequestLog

    var requests: [Request] { log.requests.withLock { $0 } }
    var address: String { "http://127.0.0.1:\(port)/" }

    init(_ answer: @escaping @Sendable (Request) -> Answer) async throws {
        let log = RequestLog()
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(log: log, answer: answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        self.log = log
        port = channel.localAddress?.port ?? 0
    }

    func stop() async throws {
        try await channel.close()
    }

    private final class RequestLog: Sendable {
        let requests = Mutex<[Request]>([])
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let log: RequestLog
        private let answer: @Sendable (Request) -> Answer

        init(log: RequestLog, answer: @escaping @Sendable (Request) -> Answer) {
            self.log = log
            self.answer = answer
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(let head) = unwrapInboundIn(data) else { return }
            let request = Request(
                path: head.uri,
                range: head.headers.first(name: "Range"),
                ifRange: head.headers.first(name: "If-Range"),
                authorization: head.headers.first(name: "Authorization")
            )
            log.requests.withLock { $0.append(request) }
            send(answer(request), context)
        }

        private func send(_ answer: Answer, _ context: ChannelHandlerContext) {
            var headers = answer.headers
            headers.replaceOrAdd(name: "Content-Length", value: "\(answer.body.count)")
            context.write(
                wrapOutboundOut(.head(.init(version: .http1_1, status: answer.status, headers: headers))),
                promise: nil
            )
            let body = ByteBuffer(bytes: answer.body.prefix(answer.cutAt ?? answer.body.count))
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
            if answer.cutAt == nil {
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            } else {
                context.flush()
                context.close(promise: nil)
            }
        }
    }
}
