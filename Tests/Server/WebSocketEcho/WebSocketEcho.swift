import Gateway
import Hummingbird
import Logging
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// A server for protocol conformance runs; see `scripts/autobahn`. Its only argument is the port.
@main
struct WebSocketEcho {
    struct Context: WebSocketRequestContext {
        var coreContext: CoreRequestContextStorage
        let webSocket = WebSocketUpgradeBox.current

        init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
    }

    static func main() async throws {
        guard let port = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }) else {
            print("usage: websocket-echo PORT")
            return
        }
        var configuration = WebSocketConfiguration()
        // Autobahn sends messages of up to 16 MiB.
        configuration.maxMessageSize = 16 * 1024 * 1024
        configuration.maxQueuedBytes = 64 * 1024 * 1024

        let router = Router(context: Context.self)
        router.get("/") { request, context in
            try context.webSocket.accept(request) { EchoSession(connection: $0) }
        }
        var logger = Logger(label: "websocket-echo")
        logger.logLevel = .warning
        let server = SocketServer(
            router: router,
            connections: configuration,
            configuration: ListenerConfiguration(port: port),
            eventLoops: MultiThreadedEventLoopGroup.singleton,
            logger: logger,
            onListening: { _ in print("listening on \(port)") }
        )
        try await ServiceGroup(
            services: [server],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        ).run()
    }
}
