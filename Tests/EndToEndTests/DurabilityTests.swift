import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// Invariants 1, 2 and 3 against the built server: acked means on disk, once, in one order.
@Suite(.longTimeLimit, .serialized)
struct DurabilityTests {
    @Test func killedServersLoseNothingTheyAcked() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        var random = SeededRandom(seed: 20_260_311)
        var server = try await ServerProcess.start(on: folder)
        let team = try await Team.make(on: server, clients: 3)
        var acked: [StoredMessage] = []
        for round in 1...3 {
            let load = Load(target: Int.random(in: 40...600, using: &random))
            let outcome = try await load.run(team, on: server, round: round) { $0.kill() }
            // Its connections end before it does, and only then is its folder free.
            _ = await server.exit()
            acked += outcome.acked
            server = try await ServerProcess.start(on: folder)
            try await expectWhole(try await team.history(on: server), acked: acked)
            acked += try await sendAgain(outcome, team, on: server)
            try await expectWhole(try await team.history(on: server), acked: acked)
        }
    }

    @Test func sigtermUnderLoadEndsInOrder() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let server = try await ServerProcess.start(on: folder)
        let team = try await Team.make(on: server, clients: 3)
        let load = Load(target: 300)
        let outcome = try await load.run(team, on: server, round: 1) { $0.terminate() }
        let end = await server.end()
        #expect(end.status == 0 && end.errors == "")
        #expect(outcome.closeCodes == [1001, 1001, 1001, 1001])
        let again = try await ServerProcess.start(on: folder)
        try await expectWhole(try await team.history(on: again), acked: outcome.acked)
    }

    private func expectWhole(_ history: [StoredMessage], acked: [StoredMessage]) async throws {
        #expect(Set(acked).subtracting(history) == [], "an acked message is missing or another")
        #expect(Set(history.map(\.clientMessageId)).count == history.count, "a message is there twice")
        #expect(history.map(\.seq) == Array(1...Int64(history.count)), "the order has a gap")
        #expect(history.allSatisfy { $0.text == "text of \($0.clientMessageId)" })
    }

    /// Repeats what got no answer, and a few that did: all by the sender they came from.
    private func sendAgain(
        _ outcome: Load.Outcome,
        _ team: Team,
        on server: ServerProcess
    ) async throws -> [StoredMessage] {
        let known = Dictionary(outcome.acked.map { ($0.clientMessageId, $0) }) { first, _ in first }
        var answers: [StoredMessage] = []
        for (index, token) in team.tokens.enumerated() {
            let socket = try await server.socket(token: token)
            try await socket.hello()
            let mine = { (id: String) in id.contains("-s\(index)-") }
            for id in outcome.unacked.filter(mine).sorted() + known.keys.filter(mine).sorted().prefix(10) {
                try socket.send([
                    "type": "message.send", "id": id, "chatId": team.chatId, "clientMessageId": id,
                    "text": "text of \(id)",
                ])
                let message = try #require(StoredMessage(try await socket.next("ack").message))
                if let first = known[id] { #expect(message == first) }
                answers.append(message)
            }
        }
        return answers
    }
}
