import Domain
import ServerHarness
import SpotterAPI
import Synchronization

/// Somebody who writes after a fault, again and again until it's stored.
struct Probe: Sendable {
    /// Between attempts.
    private static let pause = Duration.milliseconds(20)
    /// A server that stores nothing for so long doesn't go on at all.
    private static let patience = Duration.seconds(30)

    private let fixture: CheckFixture
    private let clients: [ServerClient]
    private let stored = Stored()

    private final class Stored: Sendable {
        /// Seqs by key.
        let keys = Mutex<(next: Int, acked: [String: Int])>((0, [:]))
    }

    private init(_ fixture: CheckFixture, _ clients: [ServerClient]) {
        (self.fixture, self.clients) = (fixture, clients)
    }

    /// Makes an account and a chat.
    /// - Throws: `unavailable` if that isn't possible.
    static func prepare(_ features: Features, through clients: [ServerClient]) async throws -> Probe {
        let plan = Plan(seed: .max, steps: 10, features: features)
        return Probe(try await .set(plan, through: clients[0]), clients)
    }

    /// Returns when a message is stored through a server, or won't be.
    /// - Returns: whether it is.
    func write(on server: Int) async -> Bool {
        let key = stored.keys.withLock { keys in
            keys.next += 1
            return "probe-\(keys.next)"
        }
        let path = "/v1/chats/\(fixture.chats[0].id)/messages"
        let body = SendMessageRequest(clientMessageId: key, text: "text of \(key)")
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end, !Task.isCancelled {
            let answer = await clients[server].request("POST", path, token: fixture.people[0].token, body)
            if let answer, (200..<300).contains(answer.status) {
                stored.keys.withLock { $0.acked[key] = answer.body["message"]?.seq ?? 0 }
                return true
            }
            try? await Task.sleep(for: Self.pause)
        }
        return false
    }

    /// What is wrong with the messages that were stored.
    func violations() async -> [Violation] {
        let found = await clients[0].messages(of: fixture.chats[0].id, token: fixture.people[0].token)
        return Self.violations(of: stored.keys.withLock { $0.acked }, in: found)
    }

    /// - Parameter acked: seqs by key.
    static func violations(of acked: [String: Int], in messages: [JSONValue]) -> [Violation] {
        let found = messages.map { (key: $0["clientMessageId"]?.string ?? "", seq: $0.seq ?? 0) }
        let seqs = Dictionary(found.map { ($0.key, $0.seq) }) { first, _ in first }
        var violations = acked.sorted { $0.value < $1.value }.compactMap { key, seq -> Violation? in
            guard let stored = seqs[key] else {
                return Violation(rule: NoAckedMessageLost.name, text: "\(key) was acked and is gone")
            }
            guard stored != seq else { return nil }
            return Violation(rule: OneOrder.name, text: "\(key) was acked as \(seq) and is \(stored)")
        }
        if seqs.count != found.count {
            violations.append(Violation(rule: NoDuplicates.name, text: "probes are there twice: \(found.map(\.key))"))
        }
        if zip(found, found.dropFirst()).contains(where: { $0.seq >= $1.seq }) {
            violations.append(Violation(rule: OneOrder.name, text: "the probes' seqs run \(found.map(\.seq))"))
        }
        return violations
    }
}
