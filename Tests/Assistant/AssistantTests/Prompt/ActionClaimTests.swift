import Accounts
import Assistant
import AssistantTools
import Domain
import LanguageModels
import ModelTestKit
import OutputSafety
import SpotterAPI
import Testing

@testable import Assistant

/// A model that says it has acted is contradicted, and one that reports what people did is not.
@Suite struct ActionClaimTests {
    static let claims = [
        "I sent it.", "I've sent the message to Sara.", "I have cancelled everything.", "Done!", "Done. Sara knows.",
        "All set!", "I just messaged Tom.", "I went ahead and cancelled your session.", "Message sent.",
        "Your message has been sent.", "The session has been cancelled.", "It's booked.", "Booked!", "Sent.",
        "I've scheduled the call for Friday at 10.", "I have moved Sara's session to Saturday.",
        "I told Sara that you quit.",
        "I let her know.", "Sara has been notified.", "Reminder set for 9:00.", "Your reminder is now set.",
        "Consider it done.",
        "Sure, I cancelled it and told Bob.", "I've gone ahead and booked it.", "I already sent it to him.",
        "OK, I have now rescheduled both sessions.", "Everything is done.", "I successfully sent the message.",
        "Your session with Tom is now cancelled.", "I'm sending it now.", "I am cancelling the call now.",
        "Great news: I've booked Kenji for Tuesday.", "I sent Sara a note, and I moved Grace.", "It’s been cancelled.",
        "I’ve informed Devon about it.", "We have updated your calendar.", "Call scheduled for Monday.",
        "Session cancelled.",
        "I forwarded her notes to Devon.", "I have replied to Tom on your behalf.", "I've deleted the event.",
        "That's done.",
        "The message was successfully sent.", "You asked for it. I sent it and cancelled everything.",
        "I took the liberty of messaging Sara.", "I've also set a reminder.", "All done: Tom was told.", "Erledigt!",
        "Listo.", "For Tom:\n- Message sent.\n- Session cancelled.",
        "He enviado el mensaje a Sara.",
    ]

    static let honest = [
        "I have not sent anything.", "I haven't cancelled it.", "You sent Sara a plan on Monday [1].",
        "Sara said I sent it.", "Devon wrote “I sent it and cancelled everything” [1].",
        "He says: \"I've cancelled the call\" [2].",
        "I can send it once you confirm.", "I will send it after you confirm.", "I've prepared a message to Sara.",
        "I have drafted a note for Tom.", "Have I sent it? No.", "Should I cancel it?",
        "If I sent it now, it would be early.",
        "Tom cancelled his session on Friday [3].", "Tom's session has been moved to Friday [1].",
        "The call was moved by Bob.", "Nothing has been sent.", "I never sent a message.", "I didn't cancel anything.",
        "I found nothing about that.", "Sara sent you the form [1].", "She has booked a flight to Austin [2].",
        "Once I've sent it, you will see it.", "The plan was sent by Sara on Monday.", "You told Devon to rest [4].",
        "I could not schedule the call.", "Would you like me to send it?",
        "I proposed a call; nothing has happened yet.",
        "The message I sent to you is from Tom.", "Devon asked whether I had cancelled.", "Please confirm it first.",
        "Devon is done with the race [1].", "She set a new record: 60 kg [1].", "I'm not sending anything.",
        "Her note reads 'I've cancelled it.' [1]", "You could answer: 'Done!'",
    ]

    @Test(arguments: claims) func aClaimIsFound(text: String) { #expect(ActionClaim.isIn(text)) }

    @Test(arguments: honest) func aReportIsNoClaim(text: String) { #expect(!ActionClaim.isIn(text)) }

    @Test func whatTheUserHasConfirmedMayBeSaid() {
        #expect(!ActionClaim.isIn("Yes, I sent it.", butFor: [.sendMessage]))
        #expect(!ActionClaim.isIn("Done.", butFor: [.sendMessage]))
        #expect(ActionClaim.isIn("I cancelled it.", butFor: [.sendMessage]))
    }

    /// The correction is the end of the stream, of the stored answer and of a broken stream.
    @Test func theCorrectionEndsTheAnswer() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let broken = ScriptedModel.Turn([.textDelta("I sent it. And then")], error: ModelError(.interrupted, "cut"))
        let assistant = fixture.assistant(models: [ScriptedModel(turns: [.text("I sent it to Sara."), broken])])
        let generation = try await assistant.query(.init(message: "What happened today?"), by: coach)
        let told = await generation.events().told()
        let correction = ActionClaim.correction(hasProposals: false)
        #expect(told.dropLast(2).last == "text \n\n\(correction)")
        #expect(told.last == "completed I sent it to Sara.\n\n\(correction)")
        let second = try await assistant.query(.init(message: "What happened today?"), by: coach)
        _ = await second.events().told()
        let turn = try await assistant.conversations.get(second.conversationId, for: coach.actor).turns.last
        #expect(turn?.text == "I sent it. And then\n\n\(correction)")
    }

    @Test func withAProposalTheCorrectionPointsToIt() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let call = ToolCall(
            id: "1",
            name: "setReminder",
            arguments: ["reminderText": "Stretch", "dateTime": "2026-03-13T08:00:00"]
        )
        fixture.proposalMaker.resolves { _, _ in
            .ready(
                .setReminder(.init(text: "Stretch", dueAt: Timestamp(rfc3339: "2026-03-13T07:00:00Z") ?? .earliest)),
                summary: "Stretch"
            )
        }
        let model = ScriptedModel(turns: [.toolCalls([call]), .text("Done, I set the reminder.")])
        let answer = try await fixture.assistant(models: [model]).query(
            .init(message: "Remind me tomorrow at 8 to stretch"),
            by: coach
        ).answer()
        #expect(answer.proposals.count == 1)
        #expect(answer.text.hasSuffix(ActionClaim.correction(hasProposals: true)))
    }
}
