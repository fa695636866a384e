import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP server on a free port whose responses a closure makes. Records its requests.
final class FileServer: Sendable {
    struct Request: Sendable, Equatable {
        let path: String
        let range: String?
        let ifRange: String?
    }

    struct Response: Sendable {
        var status = HTTPResponseStatus.ok
        var headers: HTTPHeaders = [:]
        var body: [UInt8] = []
        /// The connection is closed after this many bytes of the body.
        var cutAt: Int?
    }

    let port: Int
    private let channel: any Channel
    private let log: RequestLog

    var requests: [Request] { log.requests.withLock { $0 } }
    var address: String { "http://127.0.0.1:\(port)/" }

    init(_ response: @escaping @Sendable (Request) -> Response) async throws {
        let log = RequestLog()
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(Handler(log: log, response: response))
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
        private let response: @Sendable (Request) -> Response

        init(log: RequestLog, response: @escaping @Sendable (Request) -> Response) {
            self.log = log
            self.response = response
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(let head) = unwrapInboundIn(data) else { return }
            let request = Request(
                path: head.uri,
                range: head.headers.first(name: "Range"),
                ifRange: head.headers.first(name: "If-Range")
            )
            log.requests.withLock { $0.append(request) }
            send(response(request), context)
        }

        private func send(_ response: Response, _ context: ChannelHandlerContext) {
            var headers = response.headers
            headers.replaceOrAdd(name: "Content-Length", value: "\(response.body.count)")
            context.write(
                wrapOutboundOut(.head(.init(version: .http1_1, status: response.status, headers: headers))),
                promise: nil
            )
            let body = ByteBuffer(bytes: response.body.prefix(response.cutAt ?? response.body.count))
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
            if response.cutAt == nil {
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            } else {
                context.flush()
                context.close(promise: nil)
            }
        }
    }
}
