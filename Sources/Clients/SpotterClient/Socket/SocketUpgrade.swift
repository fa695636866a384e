import Domain
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// Opens a connection and upgrades it: TCP, TLS for `https`, then the handshake of RFC 6455, with the token in a
/// header.
struct SocketUpgrade {
    let server: ServerAddress
    let trust: ServerTrust
    let token: Secret

    private enum Outcome {
        case upgraded
        /// The body is still to arrive. The upgrade handler holds it back until it has this result.
        case refused(EventLoopFuture<Refusal>)
    }

    private struct Refusal {
        var status = 0
        var body = ByteBuffer()
    }

    /// - Returns: the upgraded channel, with the handler in its pipeline.
    /// - Throws: `ClientError`; `.refused` with the server's error if the response isn't 101.
    func connect(handler: @escaping @Sendable () -> SocketHandler) async throws -> any Channel {
        let (channel, outcome) = try await open(handler: handler)
        do {
            switch try await outcome.get() {
            case .upgraded:
                return channel
            case .refused(let answer):
                let refusal = try await answer.get()
                throw ClientError(status: refusal.status, body: Data(refusal.body.readableBytesView), server: server)
            }
        } catch {
            channel.close(promise: nil)
            throw ClientError.unreachable(server, because: error)
        }
    }

    private func open(
        handler: @escaping @Sendable () -> SocketHandler
    ) async throws -> (any Channel, EventLoopFuture<Outcome>) {
        do {
            let tls = server.isSecure ? try trust.socketContext() : nil
            let bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connectTimeout(.seconds(10))
                .channelOption(.socketOption(.tcp_nodelay), value: 1)
            return try await bootstrap.connect(host: server.host, port: server.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    if let tls { try pipeline.addHandler(try clientHandler(tls)) }
                    return (channel, try upgrade(pipeline, handler: handler))
                }
            }
        } catch {
            throw ClientError.unreachable(server, because: error)
        }
    }

    /// Server name indication accepts host names only, no IP addresses.
    private func clientHandler(_ context: NIOSSLContext) throws -> NIOSSLClientHandler {
        let isLiteral = (try? SocketAddress(ipAddress: server.host, port: 0)) != nil
        return try NIOSSLClientHandler(context: context, serverHostname: isLiteral ? nil : server.host)
    }

    private func upgrade(
        _ pipeline: ChannelPipeline.SynchronousOperations,
        handler: @escaping @Sendable () -> SocketHandler
    ) throws -> EventLoopFuture<Outcome> {
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "\(server.basePath)/v1/socket")
        head.headers.add(name: "Host", value: server.authority)
        head.headers.add(name: "Authorization", value: "Bearer \(token.reveal())")
        head.headers.add(name: "User-Agent", value: "spotter")
        let upgrader = NIOTypedWebSocketClientUpgrader<Outcome>(maxFrameSize: 64 << 20) { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(handler())
                return Outcome.upgraded
            }
        }
        var configuration = NIOUpgradableHTTPClientPipelineConfiguration<Outcome>(
            upgradeConfiguration: .init(upgradeRequestHead: head, upgraders: [upgrader]) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let promise = channel.eventLoop.makePromise(of: Refusal.self)
                    try channel.pipeline.syncOperations.addHandler(RefusalReader(promise))
                    return .refused(promise.futureResult)
                }
            }
        )
        // The first frames may arrive in one segment with the 101.
        configuration.leftOverBytesStrategy = .forwardBytes
        return try pipeline.configureUpgradableHTTPClientPipeline(configuration: configuration)
    }

    /// Collects the body of a response that isn't 101, up to 64 KiB.
    private final class RefusalReader: ChannelInboundHandler {
        typealias InboundIn = HTTPClientResponsePart

        private let promise: EventLoopPromise<Refusal>
        private var refusal = Refusal()

        init(_ promise: EventLoopPromise<Refusal>) { self.promise = promise }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch Self.unwrapInboundIn(data) {
            case .head(let head): refusal.status = Int(head.status.code)
            case .body(var part): if refusal.body.readableBytes < 65_536 { refusal.body.writeBuffer(&part) }
            case .end: promise.succeed(refusal)
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            promise.succeed(refusal)
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            promise.fail(error)
            context.close(promise: nil)
        }
    }
}
