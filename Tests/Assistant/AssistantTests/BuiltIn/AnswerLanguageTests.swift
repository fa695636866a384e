import Accounts
import Assistant
import AssistantTools
import Contacts
import ContactsTestKit
import Domain
import Messaging
import SpotterAPI
import Testing
import TextReading

/// What the assistant says by itself is in the language of the question.
@Suite struct AnswerLanguageTests {
    @Test(arguments: [
        (
            "Programa una llamada con Alex mañana a las 14:00",
            "Solo los entrenadores pueden planificar, mover o cancelar citas. Pídeselo al tuyo."
        ),
        (
            "Schedule a call with Alex tomorrow at 2pm",
            "Only trainers can schedule, move or cancel events. Ask your trainer for it."
        ),
    ])
    func aRefusalIs(question: String, reason: String) async throws {
        let world = try await RequestWorld()
        let client = try await world.base.person("Nina Petrov", .client, timezone: "Europe/Madrid")
        _ = try await world.base.messaging.contacts.addClient(client.user, by: world.coach.actor)
        let answer = try await world.assistant.query(.init(message: question), by: client).answer()
        #expect(answer.needs == .refusal(reason: reason))
        #expect(answer.text == reason)
    }

    /// A reply of a word or two is of no language, so that of the question before counts.
    @Test(arguments: [
        (["Programa una llamada con Hannah mañana a las 14:00", "sí"], "Hecho:"),
        (["Programa una llamada con Hannah mañana a las 14:00", "ok"], "Hecho:"),
        (["Programa una llamada con Hannah mañana a las 14:00", "no"], "La propuesta está cancelada."),
        (["Schedule a call with Hannah tomorrow at 2pm", "ok"], "Done:"),
        (["Schedule a call with Hannah tomorrow at 2pm", "no"], "The proposal is cancelled."),
    ])
    func aReplyToADecisionIs(texts: [String], start: String) async throws {
        let answer = try await RequestWorld().answer(to: texts)
        #expect(answer.text.hasPrefix(start), "\(answer.text)")
    }

    @Test func whatIsMissingIs() async throws {
        let fixture = try await ToolsFixture()
        let alex = try await fixture.trainer()
        _ = try await fixture.client("Mike Chen", of: alex)
        let requester = Requester(user: alex).answered(in: .spanish)
        func prompt(_ request: ToolRequest) async throws -> String? {
            let resolved = try await fixture.resolver.resolve(request, for: requester)
            guard case .needs(.clarification(_, let prompt)) = resolved else { return nil }
            return prompt
        }
        var call = ToolRequest(tool: .scheduleCall, person: .named("mike"))
        #expect(try await prompt(call) == "¿Cuándo tiene que ser la llamada?")
        call.time = .expression("tomorrow")
        #expect(try await prompt(call) == "¿A qué hora, jue 12 mar?")
        call.time = .instant(AssistantFixture.start.adding(seconds: -40 * 86_400))
        #expect(try await prompt(call)?.hasSuffix("ya ha pasado. ¿Cuándo tiene que ser la llamada?") == true)
        #expect(try await prompt(ToolRequest(tool: .setReminder)) == "¿Qué hay que recordarte, y cuándo?")
        // What a proposal says of itself is kept, and stays English.
        call.time = .expression("tomorrow at 3pm")
        guard case .ready(_, let summary, _) = try await fixture.resolver.resolve(call, for: requester) else {
            Issue.record("nothing was proposed")
            return
        }
        #expect(summary.contains("Thu 12 Mar"), "\(summary)")
    }

    @Test func whatIsQuotedAndWhatIsNotFoundIs() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let (sara, chat) = try await fixture.client("Sara Chen", of: coach)
        try await fixture.say("bajando escaleras me molesta la rodilla", sara, in: chat, daysAgo: 3)
        let assistant = fixture.assistant()
        let quoted = try await assistant.query(.init(message: "¿Qué dijo Sara de la rodilla?"), by: coach).answer()
        #expect(
            quoted.text.contains("Sara Chen, lun 9 mar 2026 14:00 (hace 3 días): “bajando escaleras"),
            "\(quoted.text)"
        )
        let nothing = try await assistant.query(.init(message: "¿Quién es alérgico al marisco?"), by: coach).answer()
        for english in ["I found nothing", "closest first", "in your chats"] {
            #expect(!nothing.text.contains(english), "\(nothing.text)")
        }
        #expect(nothing.text.lowercased().contains("en tus chats"), "\(nothing.text)")
    }
}
