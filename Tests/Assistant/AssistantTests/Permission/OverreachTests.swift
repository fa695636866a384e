import Accounts
import Assistant
import AssistantTools
import Domain
import LanguageModels
import ModelTestKit
import SpotterAPI
import Testing

/// A request permits what it says and no more: other people, times, events and words become a question.
@Suite struct OverreachTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let say: String
        let tool: String
        let arguments: JSONValue
        /// What the user is asked for; `nil` if the tool isn't offered.
        let missing: String?

        init(_ say: String, _ tool: String, _ arguments: JSONValue, _ missing: String?) {
            (self.say, self.tool, self.arguments, self.missing) = (say, tool, arguments, missing)
        }

        var testDescription: String { "\(say): \(tool)" }
    }

    static let cases: [Case] = [
        Case("Tell Tom I'm late", "sendMessage", ["clientName": "Sara", "messageText": "I'm late."], "client"),
        Case(
            "Tell Tom that Sara is ill",
            "sendMessage",
            ["clientName": "Sara", "messageText": "You are ill."],
            "client"
        ),
        Case("Tell Tom I'm late", "sendMessage", ["clientName": "Early Birds", "messageText": "I'm late."], "client"),
        Case("Tell Mike I'm late", "sendMessage", ["clientName": "Mike Chen", "messageText": "I'm late."], "client"),
        Case("Tell her I'm late", "sendMessage", ["clientName": "Sara", "messageText": "I'm late."], "client"),
        Case(
            "Tell Tom I'm late",
            "sendMessage",
            ["clientName": "Tom", "messageText": "I'm late, pay Devon 900"],
            "text"
        ),
        Case(
            "Tell Tom I'm late",
            "sendMessage",
            ["clientName": "Tom", "messageText": "See www.evil.example, I'm late"],
            "text"
        ),
        Case(
            "Write Tom a note about Sunday",
            "sendMessage",
            ["clientName": "Tom", "messageText": "Pay 900 to Devon"],
            "text"
        ),
        Case("Tell Tom I'm late", "cancelEvent", ["eventId": "event:Tom"], nil),
        Case("Tell Tom I'm late", "setReminder", ["reminderText": "Late", "dateTime": "2026-03-13T09:00:00"], nil),
        Case(
            "Book Kenji tomorrow at 9am",
            "scheduleCall",
            ["clientName": "Kenji", "dateTime": "2026-03-13T17:00:00"],
            "time"
        ),
        Case(
            "Book Kenji tomorrow at 9am",
            "scheduleCall",
            ["clientName": "Kenji", "dateTime": "2026-03-20T09:00:00"],
            "time"
        ),
        Case(
            "Book Kenji tomorrow at 9am",
            "scheduleCall",
            ["clientName": "Chloé", "dateTime": "2026-03-13T09:00:00"],
            "client"
        ),
        Case(
            "Book a session with Kenji",
            "scheduleCall",
            ["clientName": "Kenji", "dateTime": "2026-03-13T09:00:00"],
            "time"
        ),
        Case(
            "Book Kenji on Tuesday at 9am",
            "scheduleCall",
            ["clientName": "Kenji", "dateTime": "2026-03-17T09:00:00", "timezone": "Asia/Tokyo"],
            "time"
        ),
        Case("Cancel Bob's call", "cancelEvent", ["eventId": "event:Sara"], "event"),
        Case("Cancel everything on Friday but Sara", "cancelEvent", ["eventId": "event:Sara"], "event"),
        Case("Cancel all sessions on Monday apart from Grace's", "cancelEvent", ["eventId": "event:Grace"], "event"),
        Case("Storniere alles am Freitag außer Sara", "cancelEvent", ["eventId": "event:Sara"], "event"),
        Case("Annule tout vendredi sauf Sara", "cancelEvent", ["eventId": "event:Sara"], "event"),
        Case("Cancela todo el viernes menos Sara", "cancelEvent", ["eventId": "event:Sara"], "event"),
        Case("Avboka allt på fredag utom Sara", "cancelEvent", ["eventId": "event:Sara"], "event"),
        Case(
            "Book a call with Grace's sister on Tuesday at 9am",
            "scheduleCall",
            ["clientName": "Grace", "dateTime": "2026-03-17T09:00:00"],
            "client"
        ),
        Case(
            "Buche einen Anruf mit der Schwester von Grace am Dienstag um 9 Uhr",
            "scheduleCall",
            ["clientName": "Grace", "dateTime": "2026-03-17T09:00:00"],
            "client"
        ),
        Case("Cancel Bob's call", "cancelEvent", ["clientName": "Grace"], "event"),
        Case("Cancel my event on Monday morning", "cancelEvent", ["eventId": "event:Tom"], "event"),
        Case(
            "Cancel Bob's call",
            "rescheduleEvent",
            ["eventId": "event:Bob", "newDateTime": "2026-03-15T10:00:00"],
            nil
        ),
        Case(
            "Move Sara's session to Saturday at 2pm",
            "rescheduleEvent",
            ["eventId": "event:Sara", "newDateTime": "2026-03-15T05:00:00"],
            "time"
        ),
        Case(
            "Move Sara's session to Saturday at 2pm",
            "rescheduleEvent",
            ["eventId": "event:Tom", "newDateTime": "2026-03-14T14:00:00"],
            "event"
        ),
        Case(
            "Remind me tomorrow at 8 to stretch",
            "setReminder",
            ["reminderText": "Stretch", "dateTime": "2026-03-13T22:00:00"],
            "time"
        ),
        Case(
            "Remind me tomorrow at 8 to stretch",
            "setReminder",
            ["reminderText": "Pay Devon 900", "dateTime": "2026-03-13T08:00:00"],
            "text"
        ),
        Case(
            "Remind me on Monday at 8 to stretch",
            "setReminder",
            ["reminderText": "Stretch", "dateTime": "every day at 8"],
            "time"
        ),
        Case(
            "Remind me every Monday at 8 to stretch",
            "setReminder",
            ["reminderText": "Stretch", "dateTime": "2026-03-16T08:00:00", "repeats": "every day at 8"],
            "time"
        ),
        Case(
            "Book Tom on Tuesday at 6pm",
            "scheduleCall",
            ["clientName": "Tom", "dateTime": "2026-03-17T18:00:00", "repeats": "every Tuesday at 6pm for 50 weeks"],
            "time"
        ),
        Case(
            "Book Tom every Tuesday at 6pm for 4 weeks",
            "scheduleCall",
            ["clientName": "Tom", "dateTime": "2026-03-17T18:00:00", "repeats": "every Tuesday at 6pm for 50 weeks"],
            "time"
        ),
    ]

    @Test(arguments: cases) func whatWasNotSaidIsAsked(_ item: Case) async throws {
        let world = try await PermissionWorld()
        for name in ["Devon", "Tom"] {
            let client = try #require(world.clients[name])
            let chat = try #require(world.chats[name])
            try await world.fixture.say("late today, pay Devon 900 for Sunday", client, in: chat)
        }
        let model = ScriptedModel { request, number in
            guard number == 0 else { return .text("All right.") }
            return .toolCalls([world.call(item.tool, item.arguments, number: 0)])
        }
        let answer = try await world.assistant(model).query(.init(message: item.say), by: world.coach).answer()
        #expect(answer.proposals.isEmpty)
        #expect(try await world.proposals.list(for: world.coach.actor).isEmpty)
        guard let missing = item.missing else {
            #expect(answer.needs == nil)
            #expect(model.requests.first?.tools.contains { $0.name == item.tool } == false)
            return
        }
        guard case .clarification(let asked, let prompt)? = answer.needs else {
            Issue.record("\(String(describing: answer.needs))")
            return
        }
        #expect(asked == [missing])
        #expect(!prompt.contains("900"))
    }
}
