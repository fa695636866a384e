package import Hummingbird
import HummingbirdCore
package import Logging
package import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle

/// Listens and serves connections: WebSockets on their event loop alone, HTTP through Hummingbird's responder.
///
/// Hummingbird's own server takes each connection through a task, which delays a storm of log-ins: the kernel drops
/// connections that wait too long to be accepted. Here a dedicated event loop only accepts, and only HTTP gets a task.
///
/// ```swift
/// let server = SocketServer(router: router, configuration: .init(port: 8080), eventLoops: group, logger: logger)
/// try await server.run()
/// ```
package struct SocketServer<Responder: HTTPResponder>: Service where Responder.Context: WebSocketRequestContext {
    private let channels: WebSocketChannel<Responder>
    private let configuration: ListenerConfiguration
    private let eventLoops: any EventLoopGroup
    private let logger: Logger
    private let onListening: @Sendable (any Channel) async -> Void

    /// - Parameters:
    ///   - direct: answers plain upgrade requests before the HTTP pipeline.
    ///   - onListening: called once with the listening channel, when the server accepts connections.
    package init<Router: HTTPResponderBuilder>(
        router: Router,
        direct: FastUpgrade? = nil,
        connections: WebSocketConfiguration = WebSocketConfiguration(),
        configuration: ListenerConfiguration,
        eventLoops: any EventLoopGroup,
        logger: Logger,
        onListening: @escaping @Sendable (any Channel) async -> Void = { _ in }
    ) where Router.Responder == Responder {
        let responder = router.buildResponder()
        channels = WebSocketChannel(
            http: HTTP1Channel(
                responder: Self.answering(with: responder, as: configuration.serverName, logger: logger)
            ),
            upgrades: responder,
            direct: direct,
            configuration: connections,
            logger: logger
        )
        self.configuration = configuration
        self.eventLoops = eventLoops
        self.logger = logger
        self.onListening = onListening
    }

    /// Serves until a graceful shutdown, then waits until the last connection has closed.
    /// - Throws: `IOError` if the port can't be bound.
    package func run() async throws {
        let acceptor = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        do {
            try await serve(acceptor)
        } catch {
            try? await acceptor.shutdownGracefully()
            throw error
        }
        try await acceptor.shutdownGracefully()
    }

    private func serve(_ acceptor: MultiThreadedEventLoopGroup) async throws {
        let (requests, arrivals) = AsyncStream<HTTPConnection>.makeStream()
        let listeners = try await Listeners.open(configuration, on: acceptor.next(), children: eventLoops) { channel in
            try channels.setUp(channel) { connection in
                if case .terminated = arrivals.yield(connection) { connection.abandon() }
            }
        }
        let over = listeners.first.eventLoop.makePromise(of: Void.self)
        await withTaskCancellationOrGracefulShutdownHandler {
            await onListening(listeners.first)
            await withDiscardingTaskGroup { group in
                for await connection in requests { group.addTask { await channels.serve(connection) } }
            }
        } onCancelOrGracefulShutdown: {
            listeners.quiesce {
                arrivals.finish()
                over.succeed()
            }
        }
        // A cancelled task returns here immediately. Its connections still close before the event loops stop.
        try? await over.futureResult.get()
    }

    /// Does for the responder what Hummingbird's application does.
    private static func answering(
        with responder: Responder,
        as serverName: String,
        logger: Logger
    ) -> HTTPChannelHandler.Responder {
        let date = HTTPDate()
        return { request, writer, channel in
            var logger = logger
            logger[metadataKey: "hb.request.id"] = .stringConvertible(RequestID())
            let context = Responder.Context(source: .init(channel: channel, logger: logger))
            var response: Response
            do {
                response = try await responder.respond(to: request, context: context)
            } catch let error as HTTPParserError {
                // The connection itself answers input that isn't HTTP.
                throw error
            } catch {
                logger.error("request failed: \(error)")
                response = Response(status: .internalServerError)
            }
            response.headers[.date] = date.now()
            response.headers[.server] = serverName
            do {
                try await writer.write(response: response.head, body: response.body)
            } catch is HTTPParserError {
                // Rethrowing the parser's error would make the connection answer twice.
                throw BodyUnreadable()
            }
        }
    }

    /// The request's body turned out to be invalid HTTP after the response had begun.
    private struct BodyUnreadable: Error {}
}
