import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// A connection whose first request decides whether it is HTTP or a WebSocket. HTTP may still be upgraded later.
struct WebSocketChannel<Upgrades: HTTPResponder>: Sendable where Upgrades.Context: WebSocketRequestContext {
    /// Answers plain HTTP.
    let http: HTTP1Channel
    /// Answers upgrade requests that come first on their connection.
    let upgrades: Upgrades
    /// Answers plain upgrade requests before the HTTP pipeline.
    let direct: FastUpgrade?
    let configuration: WebSocketConfiguration
    let logger: Logger

    /// Adds the handlers of a new connection, on its event loop.
    /// - Parameter onHTTP: starts a task that serves an HTTP connection.
    func setUp(_ channel: any Channel, onHTTP: @escaping FirstRequestHandler.OnHTTP) throws {
        if let tls = configuration.tls { try tls.addHandlers(to: channel.pipeline.syncOperations) }
        guard let direct else {
            return try addHTTP(to: channel, until: .now() + configuration.firstRequestTimeout, onHTTP)
        }
        let handler = FastUpgradeHandler(configuration: configuration, direct: direct) { deadline in
            try addHTTP(to: channel, until: deadline, onHTTP)
        }
        try channel.pipeline.syncOperations.addHandler(handler)
    }

    private func addHTTP(
        to channel: any Channel,
        until deadline: NIODeadline,
        _ onHTTP: @escaping FirstRequestHandler.OnHTTP
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        try HTTPPipeline.addCodecs(to: pipeline, configuration: configuration)
        let gate = FirstRequestHandler(
            configuration: configuration,
            deadline: deadline,
            decide: { head, box in await self.decide(head, box, channel: channel) },
            installHTTP: { box in try installHTTP(on: channel, box: box) },
            onHTTP: onHTTP
        )
        try pipeline.addHandler(gate)
    }

    /// Returns when the connection has ended.
    func serve(_ connection: HTTPConnection) async {
        switch connection {
        case .requests(let parts, let box):
            await WebSocketUpgradeBox.$ofConnection.withValue(box) {
                await http.handleHTTP(asyncChannel: parts, logger: logger)
            }
        case .refused(let parts, let response):
            do {
                try await refuse(parts, response)
            } catch {
                logger.debug("connection ended: \(error)")
            }
        }
    }

    private func decide(
        _ head: HTTPRequest,
        _ box: WebSocketUpgradeBox,
        channel: any Channel
    ) async -> Response {
        var logger = logger
        logger[metadataKey: "hb.request.id"] = .stringConvertible(RequestID())
        return await WebSocketUpgradeBox.$ofConnection.withValue(box) {
            do {
                let context = Upgrades.Context(source: .init(channel: channel, logger: logger))
                let request = Request(head: head, body: .init(buffer: ByteBuffer()))
                return try await upgrades.respond(to: request, context: context)
            } catch {
                logger.error("upgrade failed: \(error)")
                return Response(status: .internalServerError)
            }
        }
    }

    private func installHTTP(
        on channel: any Channel,
        box: WebSocketUpgradeBox
    ) throws -> HTTPConnection.Parts {
        // If the kernel doesn't know the option, its own limit applies.
        try? channel.syncOptions?.setOption(.unsentBytes, value: SocketOptionValue(configuration.httpUnsentBytes))
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(DrainDeadline(timeout: configuration.drainTimeout))
        try pipeline.addHandler(KeepAliveUpgradeHandler(configuration: configuration, box: box))
        let idleTimeout = Duration.nanoseconds(configuration.httpIdleTimeout.nanoseconds)
        try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: idleTimeout, logger: logger))
        return try NIOAsyncChannel(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true)
        )
    }

    private func refuse(_ channel: HTTPConnection.Parts, _ response: Response) async throws {
        var response = response
        response.headers[.connection] = "close"
        try await channel.executeThenClose { _, outbound in
            try await ResponseWriter(outbound: outbound).write(response: response.head, body: response.body)
        }
    }
}
