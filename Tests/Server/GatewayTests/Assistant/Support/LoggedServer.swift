import Accounts
import Domain
import Logging
import Messaging
import ModelTestKit
import ServerTestKit
import SpotterAPI
import SpotterServer
import Synchronization
import TestSupport

/// Everything that a server logs, down to the finest level.
final class CapturedLog: Sendable {
    private let stored = Mutex<[String]>([])

    var lines: [String] { stored.withLock { $0 } }

    var logger: Logger {
        var logger = Logger(label: "captured") { _ in Handler(log: self) }
        logger.logLevel = .trace
        return logger
    }

    private func append(_ line: String) { stored.withLock { $0.append(line) } }

    private struct Handler: LogHandler {
        let log: CapturedLog
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            log.append("\(event.level) \(event.message) \(metadata) \(event.metadata ?? [:])")
        }
    }
}

/// A server whose log is read: the usual test server says only what is critical.
enum LoggedServer {
    /// - Parameter body: gets the door, and the token of a trainer.
    static func run<Value: Sendable>(
        provider: ScriptedProvider,
        log: CapturedLog,
        _ body: @Sendable (RESTClient, String) async throws -> Value
    ) async throws -> Value {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        var configuration = ServerConfiguration()
        configuration.registration = .open
        configuration.dataFolder = folder.path
        configuration.port = 0
        configuration.eventLoops = 1
        configuration.passwordCost = .minimal
        configuration.loadsModel = false
        configuration.languageModel = .init(
            baseURL: provider.baseURL,
            apiKey: Secret(AssistantFixture.key),
            model: "scripted"
        )
        let server = try await SpotterServer(configuration, logger: log.logger)
        let (ports, listening) = AsyncStream<Int>.makeStream()
        async let running: Void = server.run { _, port in listening.yield(port) }
        let port = await ports.first { _ in true }
        let result: Result<Value, any Error>
        do {
            let credentials = try await server.messaging.accounts.register(
                .init(
                    email: "alex@example.com",
                    password: Secret("secret-alex"),
                    displayName: "Alex",
                    role: .trainer,
                    timezone: "UTC"
                )
            )
            let http = RESTClient(baseURL: "http://127.0.0.1:\(port ?? 0)")
            result = .success(try await body(http, credentials.accessToken.reveal()))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        try await running
        return try result.get()
    }
}
