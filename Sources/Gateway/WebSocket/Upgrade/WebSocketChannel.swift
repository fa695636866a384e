import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes

/// A connection that is HTTP or a WebSocket, as its first request says, or turns from one into the other later.
struct WebSocketChannel<Upgrades: HTTPResponder>: ServerChildChannel, HTTPChannelHandler
where Upgrades.Context: WebSocketRequestContext {
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        let outcome: EventLoopFuture<ConnectionOutcome>
    }

    /// Answers plain HTTP.
    let responder: HTTPChannelHandler.Responder
    /// Answers requests for a WebSocket that come first on their connection.
    let upgrades: Upgrades
    /// Takes plain requests for a WebSocket before they are HTTP's.
    let direct: DirectUpgrade?
    let configuration: WebSocketConfiguration
    let sockets = OpenSockets()

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let outcome = channel.eventLoop.makePromise(of: ConnectionOutcome.self)
            if let direct {
                let handler = DirectUpgradeHandler(configuration: configuration, direct: direct, outcome: outcome) {
                    try addHTTP(to: channel, outcome: $1, deadline: $0, logger: logger)
                }
                try channel.pipeline.syncOperations.addHandler(handler)
            } else {
                let deadline = channel.eventLoop.now + configuration.firstRequestTimeout
                try addHTTP(to: channel, outcome: outcome, deadline: deadline, logger: logger)
            }
            return Value(channel: channel, outcome: outcome.futureResult)
        }
    }

    private func addHTTP(
        to channel: any Channel,
        outcome: EventLoopPromise<ConnectionOutcome>,
        deadline: NIODeadline,
        logger: Logger
    ) throws {
        let pipeline = channel.pipeline.syncOperations
        try HTTPPipeline.addCodecs(to: pipeline, configuration: configuration)
        let gate = UpgradeGate(
            configuration: configuration,
            deadline: deadline,
            outcome: outcome,
            decide: { head, box in await self.decide(head, box, channel: channel, logger: logger) },
            installHTTP: { box in try installHTTP(on: channel, box: box, logger: logger) }
        )
        try pipeline.addHandler(gate)
    }

    /// Returns when the channel is closed, or another task waits for that: the server does when it shuts down, so that
    /// close frames get out.
    func handle(value: Value, logger: Logger) async {
        do {
            switch try await value.outcome.get() {
            case .http(let channel, let box):
                await WebSocketUpgradeBox.$ofConnection.withValue(box) {
                    await handleHTTP(asyncChannel: channel, logger: logger)
                }
            case .refused(let channel, let response):
                try await refuse(channel, response)
            case .webSocket:
                if sockets.enter(value.channel) { await sockets.wait() }
            }
        } catch {
            logger.debug("connection ended: \(error)")
        }
    }

    private func decide(
        _ head: HTTPRequest,
        _ box: WebSocketUpgradeBox,
        channel: any Channel,
        logger: Logger
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
        box: WebSocketUpgradeBox,
        logger: Logger
    ) throws -> ConnectionOutcome.HTTPChannel {
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

    private func refuse(_ channel: ConnectionOutcome.HTTPChannel, _ response: Response) async throws {
        var response = response
        response.headers[.connection] = "close"
        try await channel.executeThenClose { _, outbound in
            try await ResponseWriter(outbound: outbound).write(response: response.head, body: response.body)
        }
    }
}
