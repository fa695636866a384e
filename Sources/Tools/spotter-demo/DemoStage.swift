import CommandLineSupport
import Domain
import Foundation
import SpotterAPI
import SpotterClient

/// The people of the demo, logged in and connected.
struct DemoStage {
    struct Actor {
        let name: String
        let user: User
        let http: SpotterHTTP
        let socket: SpotterSocket
        let events: DemoEvents
    }

    let trainer: Actor
    let client: Actor
    let chat: Chat

    init(_ server: ServerAddress) async throws {
        trainer = try await Self.enter("alex@example.com", "Alex", server)
        client = try await Self.enter("priya@example.com", "Priya", server)
        let clientId = client.user.id
        chat = try await trainer.http.directChat(with: clientId)
        Self.say("Alex (trainer) and Priya (client) are logged in, each on a WebSocket.")
    }

    private static func enter(_ email: String, _ name: String, _ server: ServerAddress) async throws -> Actor {
        let session = MemorySession()
        let trust = try ServerTrust.configured()
        let http = SpotterHTTP(server: server, session: session, trust: trust)
        let grant = try await http.login(email: email, password: Secret("spotter-demo"), deviceName: "demo")
        let socket = try await SpotterSocket.connect(
            to: server,
            trust: trust,
            token: grant.accessToken,
            deviceId: "demo-\(name.lowercased())"
        )
        return Actor(name: name, user: grant.user, http: http, socket: socket, events: DemoEvents(socket.events))
    }

    static func heading(_ text: String) { output("\n\(text)") }
    static func say(_ text: String) { output("  \(text)") }

    /// Checks a step.
    /// - Throws: an error with the claim if it doesn't hold.
    static func check(_ holds: Bool, _ claim: String) throws {
        guard holds else { throw SpotterError(.conflict, "this did not hold: \(claim)") }
        output("  ✓ \(claim)")
    }
}

/// The events of a socket, to be awaited in order.
actor DemoEvents {
    private var iterator: AsyncStream<ServerEvent>.AsyncIterator

    init(_ events: AsyncStream<ServerEvent>) { iterator = events.makeAsyncIterator() }

    /// The next event for which `pick` returns a value; others are skipped.
    /// - Throws: `conflict` after ten seconds.
    func next<Value: Sendable>(_ what: String, _ pick: @escaping @Sendable (ServerEvent) -> Value?) async throws
        -> Value
    {
        let deadline = ContinuousClock.now + .seconds(10)
        while ContinuousClock.now < deadline {
            var iterator = iterator
            let event = await iterator.next(isolation: self)
            self.iterator = iterator
            guard let event else { break }
            if let value = pick(event) { return value }
        }
        throw SpotterError(.conflict, "this did not arrive: \(what)")
    }
}
