import Accounts
import Assistant
import AssistantTools
import Contacts
import Domain
import Messaging
import ModelTestKit
import Scheduling
import SpotterAPI
import Storage
import Testing

/// A deleted prospect's name is in nothing that the assistant has stored.
@Suite struct ProspectErasureTests {
    @Test func proposalsQuestionsAndAnswersForgetTheName() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let contacts = fixture.messaging.contacts
        let nina = try await contacts.addProspect(displayName: "Nina \"N\" Holm", timezone: nil, by: coach.actor)
        let assistant = fixture.assistant(models: [
            ScriptedModel(turns: [.text("Nina \"N\" Holm asked for prices, Anninan didn't.")])
        ])
        let answer = try await assistant.query(.init(message: "What of Nina \"N\" Holm?"), by: coach).answer()
        let proposals = fixture.proposals()
        let about = try await proposals.create(
            .scheduleCall(
                .init(
                    clientId: nil,
                    prospectId: nina.id,
                    startsAt: AssistantFixture.start.adding(seconds: 86_400),
                    durationMinutes: 30,
                    eventType: .call,
                    title: "Holm's first call",
                    timezone: "UTC"
                )
            ),
            summary: "Call with Nina \"N\" Holm tomorrow",
            for: coach.userId
        )
        let named = try await proposals.create(
            .setReminder(.init(text: "Write to Nina \"N\" Holm", dueAt: AssistantFixture.start.adding(seconds: 3600))),
            summary: "Remind you of Nina \"N\" Holm",
            for: coach.userId
        )
        #expect(try await fixture.storedTexts().contains("Holm"))

        try await contacts.deleteProspect(nina.id, by: coach.actor)
        let stored = try await fixture.storedTexts()
        #expect(!stored.contains("Holm") && !stored.contains("Nina"), "\(stored)")
        let left = try await proposals.list(for: coach.actor)
        #expect(left.first { $0.id == about.id }?.state == .cancelled)
        #expect(left.first { $0.id == named.id }?.state == .pending, "it's about something else")
        let tree = try await assistant.conversations.get(answer.conversationId, for: coach.actor)
        #expect("\(tree)".contains("Deleted user asked for prices, Anninan"))
        #expect(try await fixture.audit.verify().isIntact)
    }

    /// The audit log has what an edit has replaced.
    @Test func theWordsBeforeAnEditForgetTheName() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let contacts = fixture.messaging.contacts
        let nina = try await contacts.addProspect(displayName: "Nina Holm", timezone: nil, by: coach.actor)
        let proposals = fixture.proposals()
        let reminder = try await proposals.create(
            .setReminder(.init(text: "Write to Nina Holm", dueAt: AssistantFixture.start.adding(seconds: 3600))),
            summary: "Remind you of Nina Holm",
            for: coach.userId
        )
        let edited = try await proposals.edit(reminder.id, .init(version: 1, text: "Write"), by: coach)
        #expect(edited.version == 2)
        #expect(try await fixture.storedTexts().contains("Holm"))
        try await contacts.deleteProspect(nina.id, by: coach.actor)
        let stored = try await fixture.storedTexts()
        #expect(!stored.contains("Holm"), "\(stored)")
        #expect(try await proposals.proposal(reminder.id, for: coach.actor) == edited)
        #expect(try await fixture.audit.verify().isIntact)
    }
}
