import Accounts
import AssistantTools
import ChatInsights
import Domain
import Messaging
import Scheduling
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Assistant

/// Drafts are proposals: nothing happens without a confirmation. What was dismissed stays so, as long as its message.
@Suite(.standardTimeLimit) struct WeekDraftTests {
    @Test func aMessageIsProposedAndSentOnlyAfterAConfirmation() async throws {
        let studio = try await WeekStudio()
        for day in stride(from: 30, through: 8, by: -2) {
            try await studio.say("Day \(day) is done", studio.sara, daysAgo: Int64(day))
        }
        try await studio.say("Well done", studio.coach, daysAgo: 7, in: studio.saraChat)
        let quiet = try #require(try await studio.reason(.quiet, studio.sara))
        let proposal = try #require(try await studio.draft(quiet))
        let expected = "Hi Sara, I haven't heard from you since Wed 4 Mar. How are you?"
        #expect(proposal.arguments == .sendMessage(.init(chatId: studio.saraChat, text: expected)))
        #expect(proposal.state == .pending)
        func last() async throws -> String? {
            try await studio.fixture.messaging.chats.list(for: studio.coach.actor)
                .first { $0.id == studio.saraChat }?.lastMessage?.text
        }
        #expect(try await last() == "Well done")
        _ = try await studio.fixture.proposals().confirm(proposal.id, by: studio.coach.actor)
        #expect(try await last() == expected)
        // It was sent today, so that she isn't asked again at once.
        let own = try await studio.draft(quiet, WeekDraftRequest(text: "All well?"))
        #expect(own?.arguments == .sendMessage(.init(chatId: studio.saraChat, text: "All well?")))
    }

    @Test func aDraftSaysNothingThatItsSourceDoesnt() async throws {
        let studio = try await WeekStudio()
        try await studio.say("My shoulder hurts, see https://evil.example/x", studio.sara, daysAgo: 1)
        let reason = try #require(try await studio.reasons(studio.sara).first)
        let proposal = try #require(try await studio.draft(reason))
        guard case .sendMessage(let message) = proposal.arguments else { return #expect(Bool(false)) }
        let expected = "Hi Sara, you wrote yesterday: “My shoulder hurts, see (link removed)” How is it now?"
        #expect(message.text == expected)
        #expect(!message.text.contains("evil.example") && !proposal.summary.contains("evil.example"))
    }

    @Test func aPromiseBecomesAReminderOnce() async throws {
        let studio = try await WeekStudio()
        try await studio.say(
            "I'll send you the new plan tomorrow. I'll book the hall on Saturday.",
            studio.coach,
            daysAgo: 0,
            in: studio.saraChat
        )
        let suggested = try await studio.page().reminders
        #expect(suggested.map(\.text) == ["Send Sara the new plan", "Book the hall"])
        #expect(suggested.map(\.dueText) == ["tomorrow", "on Saturday"])
        let second = try #require(suggested.last)
        let answer = try await studio.assistant.draft(second.reasonId, .init(kind: .reminder), by: studio.coach)
        let proposal = try #require(answer.proposals.first)
        guard case .setReminder(let reminder) = proposal.arguments else { return #expect(Bool(false)) }
        #expect(reminder.text == "Book the hall" && reminder.clientId == studio.sara.userId)
        #expect(try await studio.reminders.list(for: studio.coach.actor).isEmpty)
        #expect(try await studio.page().reminders.map(\.text) == ["Send Sara the new plan"])
        // Cancelled, it's suggested again; done, it isn't.
        _ = try await studio.fixture.proposals().cancel(proposal.id, by: studio.coach.actor)
        #expect(try await studio.page().reminders.count == 2)
        let again = try await studio.assistant.draft(second.reasonId, .init(kind: .reminder), by: studio.coach)
        _ = try await studio.fixture.proposals().confirm(try #require(again.proposals.first).id, by: studio.coach.actor)
        #expect(try await studio.page().reminders.map(\.text) == ["Send Sara the new plan"])
        #expect(try await studio.reminders.list(for: studio.coach.actor).map(\.text) == ["Book the hall"])
    }

    @Test func onlyTheOwnPagesReasonsCanBeProposed() async throws {
        let studio = try await WeekStudio()
        try await studio.say("Can we move Friday to 10?", studio.sara, daysAgo: 2)
        let reason = try #require(try await studio.reason(.waiting, studio.sara))
        let other = try await studio.fixture.person("Tess Berg", .trainer)
        for (person, code) in [(other, ErrorCode.notFound), (studio.sara, .forbidden)] {
            await #expect { try await studio.assistant.draft(reason.id, .init(), by: person) } throws: {
                ($0 as? SpotterError)?.code == code
            }
            await #expect { try await studio.assistant.dismiss(reason.id, by: person) } throws: {
                ($0 as? SpotterError)?.code == code
            }
        }
        await #expect {
            try await studio.assistant.draft(reason.id, .init(kind: .reminder), by: studio.coach)
        } throws: {
            ($0 as? SpotterError)?.code == .invalidRequest
        }
    }

    // MARK: Dismissing

    @Test func whatIsDismissedStaysSoUntilSomethingNewIsSaid() async throws {
        let studio = try await WeekStudio()
        try await studio.say("Can we move Friday to 10?", studio.sara, daysAgo: 2)
        let reason = try #require(try await studio.reason(.waiting, studio.sara))
        for _ in 1...2 { try await studio.assistant.dismiss(reason.id, by: studio.coach) }
        #expect(try await studio.page().people.isEmpty)
        try await studio.assistant.restore(reason.id, by: studio.coach)
        #expect(try await studio.reasons(studio.sara).map(\.id) == [reason.id])
        try await studio.assistant.dismiss(reason.id, by: studio.coach)
        try await studio.say("Or Saturday at 11?", studio.sara, daysAgo: 0)
        let next = try #require(try await studio.reasons(studio.sara).first)
        #expect(next.id != reason.id && next.since == reason.since)
    }

    @Test func aDismissalGoesWithItsMessageAndItsOwner() async throws {
        let studio = try await WeekStudio()
        let message = try await studio.say("Can we move Friday to 10?", studio.sara, daysAgo: 2)
        try await studio.say("Can we move Monday to 11?", studio.mike, daysAgo: 2)
        for client in [studio.sara, studio.mike] {
            let reason = try #require(try await studio.reason(.waiting, client))
            try await studio.assistant.dismiss(reason.id, by: studio.coach)
        }
        #expect(try await studio.count("week_dismissals") == 2)
        try await studio.fixture.messaging.messages.delete(message.id, in: studio.saraChat, by: studio.sara.actor)
        #expect(try await studio.count("week_dismissals") == 1)
        _ = try await studio.proactive.change(.init(weekly: true), by: studio.coach.actor)
        try await studio.fixture.proposals().eraseAll(of: studio.coach.userId)
        for table in ["week_dismissals", "weekly_pages", "weekly_pages_told"] {
            #expect(try await studio.count(table) == 0, "\(table)")
        }
    }

    @Test func aDeletedMessageLeavesThePageAndItsDrafts() async throws {
        let studio = try await WeekStudio()
        let message = try await studio.say("Could you send me the zanzibar plan?", studio.sara, daysAgo: 2)
        let reason = try #require(try await studio.reason(.waiting, studio.sara))
        let proposal = try #require(try await studio.draft(reason))
        #expect(try await studio.fixture.storedTexts().contains("zanzibar"))
        try await studio.fixture.messaging.messages.delete(message.id, in: studio.saraChat, by: studio.sara.actor)
        #expect(try await !studio.fixture.storedTexts().contains("zanzibar"))
        #expect(try await !"\(studio.page())".contains("zanzibar"))
        let left = try await studio.fixture.proposals().proposal(proposal.id, for: studio.coach.actor)
        #expect(left.state == .cancelled)
    }
}
