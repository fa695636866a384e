import Accounts
import Assistant
import BuiltInAnswers
import ClientProfiles
import Domain
import Foundation
import Importing
import Logging
import Messaging
import Scheduling
import SpotterAPI
import TestSupport
import Testing

/// Questions that are answered from data, over both example worlds: `fixtures/questions-data-*.jsonl`, by class. All of them
/// hold; a single one that doesn't is a regression.
@Suite(.longTimeLimit) struct DataCasesTests {
    private struct Case: Decodable {
        let id: String
        let turns: [String]
        let `as`: String
        let kinds: [String]?
        /// What the last answer says, and what it mustn't.
        let says: [String]?
        let never: [String]?
        /// Client message ids: all of them, one of them, none of them.
        let cites: [String]?
        let citesAny: [String]?
        let mustNotCite: [String]?

        func failures(_ answer: AssistantAnswer) -> [String] {
            let cited = answer.citations.map(\.clientMessageId)
            var failures: [String] = []
            if let kinds, !kinds.contains(answer.kind.rawValue) { failures.append("is \(answer.kind.rawValue)") }
            failures += (says ?? []).filter { !answer.text.contains($0) }.map { "doesn't say \($0)" }
            failures += (never ?? []).filter(answer.text.contains).map { "says \($0)" }
            failures += (cites ?? []).filter { !cited.contains($0) }.map { "doesn't cite \($0)" }
            if let citesAny, !cited.contains(where: citesAny.contains) { failures.append("cites none of \(citesAny)") }
            failures += (mustNotCite ?? []).filter(cited.contains).map { "cites \($0)" }
            return failures
        }
    }

    @Test(arguments: [("studio", "2026-03-11T13:15:00Z"), ("clubhouse", "2026-05-20T09:00:00Z")])
    func everyCaseHolds(world: String, now: String) async throws {
        let fixture = try await AssistantFixture(isSemantic: false)
        fixture.clock.set(try #require(Timestamp(rfc3339: now)))
        let people = try await load(world, into: fixture)
        let assistant = fixture.assistant(sources: sources(fixture))
        for line in try lines(of: "fixtures/questions-data-\(world).jsonl") {
            let item = try JSONDecoder().decode(Case.self, from: Data(line.utf8))
            let person = try #require(people[item.as])
            var answers: [AssistantAnswer] = []
            for turn in item.turns {
                let query = AssistantQuery(message: turn, conversationId: answers.first?.conversationId)
                answers.append(try await assistant.query(query, by: person).answer())
            }
            let failures = answers.last.map(item.failures) ?? ["has no turns"]
            #expect(failures.isEmpty, "\(item.id) \(item.turns): \(failures)\n\(answers.last?.text ?? "")")
        }
    }

    private func sources(_ fixture: AssistantFixture) -> AnswerSources {
        AnswerSources(
            events: EventCalendar(database: fixture.database, clock: fixture.clock, ids: fixture.ids),
            reminders: Reminders(database: fixture.database, clock: fixture.clock, ids: fixture.ids),
            inbox: fixture.messaging.inbox,
            chats: fixture.messaging.chats,
            facts: ProfileFactReading(database: fixture.database, clock: fixture.clock)
        )
    }

    /// The world's people, by address.
    private func load(_ world: String, into fixture: AssistantFixture) async throws -> [String: Principal] {
        let importer = Importer(
            database: fixture.database,
            clock: fixture.clock,
            ids: fixture.ids,
            hasher: PasswordHasher(cost: .minimal),
            messaging: fixture.messaging
        )
        _ = try await importer.run(Array(try lines(of: "fixtures/\(world).jsonl").joined(separator: "\n").utf8))
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        try await ProfileFollower(database: fixture.database, logger: logger).readPending()
        let users = try await fixture.messaging.accounts.all()
        return Dictionary(
            uniqueKeysWithValues: users.map { ($0.email, Principal(user: $0, sessionId: fixture.ids.next())) }
        )
    }

    private func lines(of path: String) throws -> [Substring] {
        return try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8).split(separator: "\n")
    }
}
