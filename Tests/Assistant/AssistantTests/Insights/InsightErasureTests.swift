import Accounts
import Assistant
import AssistantTools
import Domain
import Foundation
import Messaging
import Retrieval
import SpotterAPI
import Storage
import TestSupport
import Testing

/// What was read in a message goes with it, from the database's files too; what people did with it stays as long as it.
@Suite(.standardTimeLimit) struct InsightErasureTests {
    private static let sentinel = "xylocarpine"

    private struct Scene {
        let fixture: AssistantFixture
        let coach: Principal
        let sara: Principal
        let chat: ChatID
        let assistant: AssistantService

        init() async throws {
            fixture = try await AssistantFixture()
            coach = try await fixture.person("Alex Moore", .trainer)
            (sara, chat) = try await fixture.client("Sara Chen", of: coach)
            assistant = fixture.assistant()
        }

        func insights(_ reader: Principal? = nil) async throws -> ChatInsights {
            try await assistant.insights(of: chat, by: reader ?? coach)
        }

        /// The rows of a table of what was read.
        func count(_ table: String) async throws -> Int64? {
            try await fixture.database.read { try $0.first("SELECT count(*) FROM \(table)") { try $0.int(0) } }
        }
    }

    @Test func aDeletedMessageLeavesNothingBehind() async throws {
        let scene = try await Scene()
        let message = try await scene.fixture.say(
            "I'll bring the \(Self.sentinel) tomorrow. Shall we have a call about it?",
            scene.sara,
            in: scene.chat,
            daysAgo: 0
        )
        _ = try await scene.fixture.say("Yes, sounds good", scene.coach, in: scene.chat, daysAgo: 0)
        let before = try await scene.insights()
        #expect("\(before)".contains(Self.sentinel) && before.meeting == nil && before.decisions.count == 1)
        let task = try #require(before.actionItems.first)
        _ = try await scene.assistant.update(task.id, in: scene.chat, .init(done: true), by: scene.coach)
        #expect(try await scene.count("message_insights") == 3)
        #expect(try await scene.count("done_actions") == 1)
        try await scene.fixture.messaging.messages.delete(message.id, in: scene.chat, by: scene.sara.actor)
        for table in ["message_insights", "done_actions", "insight_queue"] {
            #expect(try await scene.count(table) == 0, "\(table)")
        }
        #expect(try await !"\(scene.insights())".contains(Self.sentinel))
        while try await scene.fixture.memory.indexPending() > 0 {}
        try await until("no file holds the word") { try !Self.files(of: scene.fixture.path, hold: Self.sentinel) }
        try await scene.fixture.database.close()
        #expect(try !Self.files(of: scene.fixture.path, hold: Self.sentinel))
    }

    @Test func anEditIsReadAgainWithTheYesThatFollowsIt() async throws {
        let scene = try await Scene()
        let message = try await scene.fixture.say("Nice weather", scene.sara, in: scene.chat, daysAgo: 0)
        _ = try await scene.fixture.say("Perfect", scene.coach, in: scene.chat, daysAgo: 0)
        #expect(try await scene.insights().decisions.isEmpty)
        func edit(_ text: String) async throws {
            _ = try await scene.fixture.messaging.messages.edit(
                message.id,
                in: scene.chat,
                to: text,
                by: scene.sara.actor
            )
        }
        try await edit("How about Saturday at 10 at the track?")
        let decided = try await scene.insights().decisions
        #expect(decided.first?.text == "How about Saturday at 10 at the track?" && decided.count == 1)
        try await edit("The track was wet")
        #expect(try await scene.insights().decisions.isEmpty)
        #expect(try await scene.count("insight_queue") == 0)
    }

    /// Each member gets their own view of the same reading; what somebody may not read isn't there.
    @Test func aReadingIsSharedAndItsViewIsnt() async throws {
        let scene = try await Scene()
        _ = try await scene.fixture.say("Can you send me the list?", scene.sara, in: scene.chat, daysAgo: 3)
        let (coachs, saras) = (try await scene.insights(), try await scene.insights(scene.sara))
        #expect(coachs.actionItems == saras.actionItems)
        #expect(coachs.priority.level == .high && coachs.priority.reason == .waiting)
        #expect(saras.priority.reason == .nothing)
        let stranger = try await scene.fixture.person("Zed", .trainer)
        await #expect(throws: SpotterError.self) { _ = try await scene.insights(stranger) }
    }

    @Test func aDeletedAccountHasDoneNothing() async throws {
        let scene = try await Scene()
        _ = try await scene.fixture.say("I'll bring the bands tomorrow.", scene.sara, in: scene.chat, daysAgo: 0)
        let task = try #require(try await scene.insights().actionItems.first)
        _ = try await scene.assistant.update(task.id, in: scene.chat, .init(done: true), by: scene.coach)
        #expect(try await scene.insights().actionItems.first?.doneBy == scene.coach.userId)
        try await scene.fixture.proposals().eraseAll(of: scene.coach.userId)
        let after = try #require(try await scene.insights().actionItems.first)
        #expect(after.done && after.doneBy == nil)
    }

    private static func files(of folder: String, hold word: String) throws -> Bool {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.contains { name in
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return false }
            return data.firstRange(of: Data(word.utf8)) != nil
        }
    }
}
