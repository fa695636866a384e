import Accounts
import Assistant
import Domain
import Embedding
import Foundation
import Importing
import Messaging
import Retrieval
import SpotterAPI
import Storage
import TestSupport
import Testing

/// The assistant without a language model, with the real weights, over the whole example studio: how many of the
/// labelled questions cite a message that answers among their first three.
///
/// `SPOTTER_ANSWERS=1 swift test --filter LabelledAnswersTests` prints the figures and every miss.
@Suite(.longTimeLimit) struct LabelledAnswersTests {
    private struct Label: Decodable {
        let id: String
        let question: String?
        let query: String?
        let kind: String
        let `as`: String
        /// Client message ids; none where nothing answers.
        let relevant: [String: Int]

        private enum CodingKeys: CodingKey { case id, question, query, kind, `as`, relevant }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            id = try values.decode(String.self, forKey: .id)
            question = try values.decodeIfPresent(String.self, forKey: .question)
            query = try values.decodeIfPresent(String.self, forKey: .query)
            kind = try values.decode(String.self, forKey: .kind)
            `as` = try values.decode(String.self, forKey: .as)
            if let ids = try? values.decode([String].self, forKey: .relevant) {
                relevant = Dictionary(uniqueKeysWithValues: ids.map { ($0, 2) })
            } else {
                relevant = try values.decode([String: Int].self, forKey: .relevant)
            }
        }
    }

    private struct Tally {
        var right = 0
        var all = 0
        var share: Double { all > 0 ? Double(right) / Double(all) : 0 }
    }

    private let isVerbose = ProcessInfo.processInfo.environment["SPOTTER_ANSWERS"] != nil

    /// - Parameter share: of the questions; of the sets for searches only the figures are of interest.
    @Test(
        arguments: TestLength.choose(
            [("answers", 0.5)],
            full: [("answers", 0.5), ("retrieval", 0), ("retrieval-lines", 0)]
        )
    )
    func aMessageThatAnswersIsAmongTheFirstThree(name: String, share: Double) async throws {
        let folder: URL
        do {
            folder = try ModelStore().readyFolder()
        } catch {
            Issue.record("These tests need the model's files. Run ./scripts/setup first. (\(error))")
            return
        }
        let fixture = try await AssistantFixture(embedder: try MiniLMEmbedder(folder: folder))
        let people = try await load(fixture)
        let found = try await measure(name, in: fixture, people).found
        #expect(found.share >= share, "\(found)")
    }

    private func measure(
        _ name: String,
        in fixture: AssistantFixture,
        _ people: [String: Principal]
    ) async throws -> (found: Tally, refused: Tally) {
        let labels = try lines(of: "fixtures/\(name).jsonl").map {
            try JSONDecoder().decode(Label.self, from: Data($0.utf8))
        }
        let assistant = fixture.assistant()
        var kinds: [String: Tally] = [:]
        var (found, refused) = (Tally(), Tally())
        let step = TestLength.choose(3, full: 1)
        for label in stride(from: 0, to: labels.count, by: step).map({ labels[$0] }) {
            let person = try #require(people[label.as])
            let query = AssistantQuery(message: label.question ?? label.query ?? "")
            let answer = try await assistant.query(query, by: person).answer()
            let cited = answer.citations.prefix(3).map(\.clientMessageId)
            let isRight = label.relevant.isEmpty ? cited.isEmpty : cited.contains { label.relevant[$0] != nil }
            if label.relevant.isEmpty {
                refused.all += 1
                refused.right += isRight ? 1 : 0
            } else {
                found.all += 1
                found.right += isRight ? 1 : 0
            }
            kinds[label.kind, default: Tally()].all += 1
            kinds[label.kind]?.right += isRight ? 1 : 0
            if isVerbose, !isRight {
                print("\(label.id) \(label.kind) \(query.message)\n    \(answer.text.replacing("\n", with: "\n    "))")
            }
        }
        if isVerbose {
            print("\(name): found \(found.right) of \(found.all), nothing claimed \(refused.right) of \(refused.all)")
            for (kind, tally) in kinds.sorted(by: { $0.key < $1.key }) {
                print("    \(kind): \(tally.right) of \(tally.all)")
            }
        }
        return (found, refused)
    }

    /// The studio's people, by address.
    private func load(_ fixture: AssistantFixture) async throws -> [String: Principal] {
        fixture.clock.set(Timestamp(rfc3339: "2026-03-11T13:15:00Z") ?? AssistantFixture.start)
        let importer = Importer(
            database: fixture.database,
            clock: fixture.clock,
            ids: fixture.ids,
            hasher: PasswordHasher(cost: .minimal),
            messaging: fixture.messaging
        )
        try await fixture.memory.load()
        _ = try await importer.run(Array(try lines(of: "fixtures/studio.jsonl").joined(separator: "\n").utf8))
        while try await fixture.memory.indexPending() > 0 {}
        let users = try await fixture.database.read { connection in
            try connection.query("SELECT \(User.columns) FROM users") { try User(row: $0) }
        }
        return Dictionary(
            uniqueKeysWithValues: users.map { ($0.email, Principal(user: $0, sessionId: fixture.ids.next())) }
        )
    }

    private func lines(of path: String) throws -> [Substring] {
        return try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8).split(separator: "\n")
    }
}
