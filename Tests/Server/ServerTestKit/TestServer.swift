import Accounts
import Contacts
import ContactsTestKit
public import Domain
import Foundation
import Live
import Logging
import Messaging
import SpotterAPI
public import SpotterClient
public import SpotterServer
public import TestSupport

/// A real server in this process, with its own data folder and a free port. Everything is removed afterwards.
///
/// Its database is a file, or with `SPOTTER_TEST_DATABASE=postgreSQL` in the environment PostgreSQL's.
///
/// ```swift
/// try await TestServer.run { server in
///     let alex = try await server.register("Alex", role: .trainer)
/// }
/// ```
public struct TestServer: Sendable {
    public let server: SpotterServer
    public let address: ServerAddress

    public var baseURL: String { "\(address)" }

    /// Runs `body` against a running server, then shuts it down gracefully.
    public static func run<Value: Sendable>(
        configure: (inout ServerConfiguration) -> Void = { _ in },
        log: RecordedLog? = nil,
        _ body: @Sendable (TestServer) async throws -> Value
    ) async throws -> Value {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        return try await run(in: folder.path, configure: configure, log: log, body)
    }

    /// The same on a data folder that the caller keeps, so that a test can restart the server on it.
    public static func run<Value: Sendable>(
        in folder: String,
        configure: (inout ServerConfiguration) -> Void = { _ in },
        log: RecordedLog? = nil,
        _ body: @Sendable (TestServer) async throws -> Value
    ) async throws -> Value {
        var configuration = ServerConfiguration()
        configuration.dataFolder = folder
        configuration.database = try ServerDatabase.address(for: folder)
        configuration.port = 0
        configuration.eventLoops = 2
        configuration.registration = .open
        configuration.passwordCost = .minimal
        configuration.loadsModel = false
        // A scripted provider's answers are for questions.
        configuration.titlesByModel = false
        // Users are offline as soon as a test closes their connection.
        configuration.presence.leaveGrace = 0
        // Whoever is refused is a test, and waits for nothing.
        configuration.refusalPause = .zero
        configuration.media.worker = try BuiltExecutable.spotter.path
        // A machine that builds and tests at the same time is slow.
        configuration.media.workerTimeout = .seconds(60)
        configure(&configuration)
        let settings = configuration
        if settings.database == nil { try ServerDatabase.begin(in: settings.dataFolder) }
        return try await ServerSlots.with { try await serve(settings, log, body) }
    }

    private static func serve<Value: Sendable>(
        _ configuration: ServerConfiguration,
        _ log: RecordedLog?,
        _ body: @Sendable (TestServer) async throws -> Value
    ) async throws -> Value {
        var logger = Logger(label: "spotter.test")
        logger.logLevel = .critical
        if let log { logger = log.logger }
        let server = try await SpotterServer(configuration, logger: logger)
        let (ports, listening) = AsyncStream<Int>.makeStream()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { listening.finish() }
                try await server.run { _, port in listening.yield(port) }
            }
            guard let port = await ports.first(where: { _ in true }),
                let address = ServerAddress("\(configuration.tls == nil ? "http" : "https")://127.0.0.1:\(port)")
            else {
                try await group.waitForAll()
                throw SpotterError(.unavailable, "the test server ended before it listened")
            }
            let result: Result<Value, any Error>
            do {
                result = .success(try await body(TestServer(server: server, address: address)))
            } catch {
                result = .failure(error)
            }
            await server.stop()
            try await group.waitForAll()
            return try result.get()
        }
    }

    // MARK: People

    /// Registers a new account and logs it in.
    public func register(
        _ name: String,
        role: Role,
        email: String? = nil,
        timezone: String = "UTC"
    ) async throws -> TestUser {
        let address = email ?? "\(name.lowercased().filter(\.isLetter))@example.com"
        let registration = Accounts.Registration(
            email: address,
            password: Secret("secret-\(name)"),
            displayName: name,
            role: role,
            timezone: timezone
        )
        let credentials = try await server.messaging.accounts.register(registration)
        return TestUser(
            user: credentials.user,
            accessToken: credentials.accessToken,
            refreshToken: credentials.refreshToken
        )
    }

    /// A trainer and one of their clients, with their chat.
    public func pair(_ trainerName: String = "Alex", _ clientName: String = "Sara") async throws -> (
        trainer: TestUser, client: TestUser, chat: Chat
    ) {
        let trainer = try await register(trainerName, role: .trainer)
        let client = try await register(clientName, role: .client)
        _ = try await server.messaging.contacts.addClient(client.user, by: trainer.actor)
        let opened = try await server.messaging.chats.open(.direct(with: client.user.id), by: trainer.actor)
        return (trainer, client, opened.chat)
    }
}

/// A registered user with a session.
public struct TestUser: Sendable {
    public let user: User
    public let accessToken: Secret
    public let refreshToken: Secret

    public var id: UserID { user.id }
    public var actor: Actor { Actor(userId: user.id, role: user.role) }
}
