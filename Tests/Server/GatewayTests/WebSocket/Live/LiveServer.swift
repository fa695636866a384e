import Domain
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import TestSupport

@testable import Gateway

/// A real server on a port of its own, for one test.
struct LiveServer: Sendable {
    let port: Int
    var isSecure = false
    fileprivate var services: ServiceGroup?

    init(port: Int) { self.port = port }

    /// What SIGTERM does.
    func shutDown() async { await services?.triggerGracefulShutdown() }

    /// Runs a server with routes for what the tests need, hands it to `body`, and shuts it down afterwards: a plain one
    /// first, then one that encrypts, since nothing else may differ.
    static func with(
        configuration: WebSocketConfiguration = WebSocketConfiguration(),
        direct: FastUpgrade? = nil,
        secure: [Bool] = [false, true],
        maxConnections: Int = .max,
        _ body: @Sendable (LiveServer) async throws -> Void
    ) async throws {
        for isSecure in secure {
            var configuration = configuration
            configuration.tls = isSecure ? try identity() : nil
            try await run(configuration, direct, maxConnections, body)
        }
    }

    private static func identity() throws -> TLSIdentity {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let files = try TestCertificate.one.write(to: folder.path)
        return try TLSIdentity(TLSFiles(certificate: files.certificate, key: files.key))
    }

    /// A server on its own, for whoever runs it otherwise.
    static func server(
        _ configuration: WebSocketConfiguration = WebSocketConfiguration(),
        _ direct: FastUpgrade? = nil,
        _ maxConnections: Int = .max,
        onListening: @escaping @Sendable (_ port: Int) -> Void
    ) -> some Service {
        SocketServer(
            router: routes(),
            direct: direct,
            connections: configuration,
            configuration: ListenerConfiguration(maxConnections: maxConnections),
            eventLoops: MultiThreadedEventLoopGroup.singleton,
            logger: logger,
            onListening: { channel in
                if let port = channel.localAddress?.port { onListening(port) }
            }
        )
    }

    private static var logger: Logger {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }

    private static func run(
        _ configuration: WebSocketConfiguration,
        _ direct: FastUpgrade?,
        _ maxConnections: Int,
        _ body: @Sendable (LiveServer) async throws -> Void
    ) async throws {
        let (ports, announce) = AsyncStream<Int>.makeStream()
        let server = server(configuration, direct, maxConnections) { port in
            announce.yield(port)
            announce.finish()
        }
        let services = ServiceGroup(services: [server], logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await services.run() }
            for await port in ports {
                var live = LiveServer(port: port)
                (live.isSecure, live.services) = (configuration.tls != nil, services)
                try await body(live)
            }
            await services.triggerGracefulShutdown()
            try await group.waitForAll()
        }
    }

    private struct Context: WebSocketRequestContext {
        var coreContext: CoreRequestContextStorage
        let webSocket = WebSocketUpgradeBox.current

        init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
    }

    /// Lets in at once whoever says "quick", after a while "late", and leaves all others to the route.
    static let direct = FastUpgrade(path: "/socket") { _, token, loop in
        let makeSession: WebSocketUpgradeBox.MakeSession = {
            GreetingSession(user: "\(token?.reveal() ?? "nobody"), directly,", connection: $0)
        }
        switch token?.reveal() {
        case "quick": return .accepted(makeSession)
        case "late": return .pending(loop.scheduleTask(in: .milliseconds(1)) { makeSession }.futureResult)
        case "refused": return .pending(loop.makeSucceededFuture(nil))
        default: return .ordinary
        }
    }

    private static func routes() -> Router<Context> {
        let router = Router(context: Context.self)
        router.get("/plain") { _, _ in "plain" }
        router.post("/plain") { request, _ in try await request.body.collect(upTo: 1024) }
        router.get("/socket") { request, context in
            guard let user = request.headers[.authorization] else { throw HTTPError(.unauthorized) }
            return try context.webSocket.accept(request) { GreetingSession(user: user, connection: $0) }
        }
        router.get("/flood") { request, context in
            try context.webSocket.accept(request) { FloodSession(connection: $0) }
        }
        // An answer of 64 MB, and how the last one ended.
        let (ends, ended) = AsyncStream<String>.makeStream()
        router.get("/large") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    do {
                        for _ in 0..<1024 { try await writer.write(ByteBuffer(repeating: 0, count: 64 << 10)) }
                        try await writer.finish(nil)
                        ended.yield("taken")
                    } catch {
                        ended.yield("cut off")
                        throw error
                    }
                }
            )
        }
        router.get("/large/end") { _, _ in await ends.first { _ in true } ?? "" }
        // A fault of a route: it answers 101 by itself.
        router.get("/broken") { _, _ in Response(status: .switchingProtocols) }
        return router
    }
}

/// Says whom it was made for, and sends back what comes.
private final class GreetingSession: WebSocketSession {
    private let user: String
    private let connection: WebSocketConnection

    init(user: String, connection: WebSocketConnection) {
        self.user = user
        self.connection = connection
    }

    func opened(_ connection: WebSocketConnection) {
        connection.send(text: "hello \(user) at \(connection.remoteAddress?.ipAddress ?? "nowhere")")
    }
    func received(text: ByteBuffer) { connection.send(text: text) }
    func received(binary: ByteBuffer) { connection.close(code: .unsupportedData) }
    func readBurstEnded() {}
    func quiesce() { connection.send(text: "goodbye") }
    func closed() {}
}

/// Sends without end to a peer that doesn't read.
private final class FloodSession: WebSocketSession {
    private let connection: WebSocketConnection
    private let frame = ServerFrame.binary(ByteBuffer(repeating: 0, count: 64 * 1024))

    init(connection: WebSocketConnection) { self.connection = connection }

    func opened(_ connection: WebSocketConnection) {
        while connection.isOpen {
            connection.send(frame: frame)
            connection.flush()
        }
    }

    func received(text: ByteBuffer) {}
    func received(binary: ByteBuffer) {}
    func readBurstEnded() {}
    func quiesce() {}
    func closed() {}
}
