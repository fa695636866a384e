import Domain
import ServerTestKit
import SpotterAPI
import Synchronization
import TestSupport
import Testing

@testable import SpotterClient

/// A session of a person of a test server, on a cache that may outlive it.
struct Device: Sendable {
    let engine: SyncEngine
    private let task: Task<Void, Never>

    /// - Parameter wrap: stands between the session and its real connections.
    init(
        _ user: TestUser,
        on server: TestServer,
        cache: String,
        wrap: (any SocketConnector) -> any SocketConnector = { $0 }
    ) throws {
        engine = try Self.engine(user, on: server, cache: cache, wrap: wrap)
        let engine = engine
        task = Task { await engine.run() }
    }

    /// One that isn't running.
    static func engine(
        _ user: TestUser,
        on server: TestServer,
        cache: String,
        wrap: (any SocketConnector) -> any SocketConnector = { $0 }
    ) throws -> SyncEngine {
        let api = server.api(of: user)
        return SyncEngine(
            api: api,
            deviceId: "device",
            cache: try ClientCache(path: cache, me: user.id),
            connector: wrap(HTTPSocketConnector(api, deviceId: "device"))
        )
    }

    /// Waits until it holds. The server may reach what it depends on after the last change of this device.
    func until(
        sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: (SyncEngine) async throws -> Bool
    ) async throws {
        try await TestSupport.until("the device has it", sourceLocation: sourceLocation) { try await condition(engine) }
    }

    func stop() async {
        task.cancel()
        await task.value
    }
}

extension TestServer {
    func api(of user: TestUser) -> SpotterHTTP {
        let grant = AuthGrant(
            user: user.user,
            accessToken: user.accessToken,
            refreshToken: user.refreshToken,
            expiresAt: .latest
        )
        return SpotterHTTP(server: address, session: MemorySession(grant))
    }
}

/// Real connections over a bad network: events come twice or in the wrong order, and now and then it breaks.
final class ShakyConnector: SocketConnector {
    private let real: any SocketConnector
    private let random: Mutex<SeededRandom>

    init(_ real: any SocketConnector, seed: UInt64) {
        self.real = real
        random = Mutex(SeededRandom(seed: seed))
    }

    func connect(positions: [ChatID: Int64]?) async throws -> any SocketLink {
        let seed = random.withLock { $0.next() }
        return ShakyLink(try await real.connect(positions: positions), seed: seed)
    }
}

private final class ShakyLink: SocketLink {
    let welcome: Welcome
    let events: AsyncStream<ServerEvent>
    private let real: any SocketLink
    private let task: Task<Void, Never>
    var closeReason: String? { real.closeReason }

    init(_ real: any SocketLink, seed: UInt64) {
        self.real = real
        welcome = real.welcome
        let (events, continuation) = AsyncStream.makeStream(of: ServerEvent.self)
        self.events = events
        task = Task {
            var random = SeededRandom(seed: seed)
            var held: ServerEvent?
            var left = Int.random(in: 1...60, using: &random)
            for await event in real.events {
                left -= 1
                if left == 0 { break }
                switch Int.random(in: 0..<8, using: &random) {
                case 0:
                    continuation.yield(event)
                    continuation.yield(event)
                case 1 where held == nil && event.isDurable:
                    held = event
                    continue
                default: continuation.yield(event)
                }
                if let late = held { continuation.yield(late) }
                held = nil
            }
            real.close()
            continuation.finish()
        }
    }

    func transmit(_ frame: ClientFrame) { real.transmit(frame) }

    func close() {
        task.cancel()
        real.close()
    }
}

extension ServerEvent {
    fileprivate var isDurable: Bool { if case .chat = self { true } else { false } }
}
