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
    private let stored: Stored

    private final class Stored: Sendable {
        let keys = Mutex<(next: Int, acked: [String])>((0, []))
    }

    /// Makes an account and a chat.
    /// - Throws: `unavailable` if that isn't possible.
    static func prepare(_ features: Features, through clients: [ServerClient]) async throws -> Probe {
        let plan = Plan(seed: .max, steps: 10, features: features)
        return Probe(fixture: try await .set(plan, through: clients[0]), clients: clients, stored: Stored())
    }

    /// Returns when a message is stored through a server.
    func write(on server: Int) async {
        let key = stored.keys.withLock { keys in
            keys.next += 1
            return "probe-\(keys.next)"
        }
        let path = "/v1/chats/\(fixture.chats[0].id)/messages"
        let body = SendMessageRequest(clientMessageId: key, text: "text of \(key)")
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end {
            let answer = await clients[server].request("POST", path, token: fixture.people[0].token, body)
            if let answer, (200..<300).contains(answer.status) {
                return stored.keys.withLock { $0.acked.append(key) }
            }
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// What is wrong with the messages that were stored.
    func violations() async -> [Violation] {
        var found: [String] = []
        while true {
            let path = "/v1/chats/\(fixture.chats[0].id)/messages?after=\(found.count)&limit=200"
            let page = await clients[0].request("GET", path, token: fixture.people[0].token)
            let messages = page?.body["messages"]?.array ?? []
            found += messages.compactMap { $0["clientMessageId"]?.string }
            guard page?.body["hasMore"]?.bool == true, !messages.isEmpty else { break }
        }
        let acked = stored.keys.withLock { $0.acked }
        let lost = Set(acked).subtracting(found)
        var violations = lost.sorted().map {
            Violation(rule: NoAckedMessageLost.name, text: "\($0) was acked and is gone")
        }
        if Set(found).count != found.count {
            violations.append(Violation(rule: NoDuplicates.name, text: "probes are there twice: \(found)"))
        }
        return violations
    }
}
