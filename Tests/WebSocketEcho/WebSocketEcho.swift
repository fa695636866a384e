import Gateway
import Hummingbird
import Logging

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
        let application = Application(
            router: router,
            server: .spotter(upgrades: router, configuration: configuration),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { _ in print("listening on \(port)") },
            logger: logger
        )
        try await application.runService()
    }
}
