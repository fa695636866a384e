import Accounts
import Assistant
import AssistantTools
import Domain
import LanguageModels
import Messaging
import SpotterAPI
import Storage
import Testing

/// What a typed "yes" or "no" does to proposals, in a real conversation.
@Suite struct TypedDecisionTests {
    private func ask(_ text: String, _ world: RequestWorld, after answer: AssistantAnswer? = nil) async throws
        -> AssistantAnswer
    {
        let query = AssistantQuery(message: text, conversationId: answer?.conversationId)
        return try await world.assistant.query(query, by: world.coach).answer()
    }

    /// In the language of the reply.
    private func isDone(_ answer: AssistantAnswer) -> Bool {
        ["Done:", "Hecho:"].contains { answer.text.hasPrefix($0) }
    }

    private func states(_ world: RequestWorld) async throws -> [ProposalState] {
        try await world.proposals.list(for: world.coach.actor).map(\.state)
    }

    @Test(arguments: ["yes", "Yes please", "do it", "sí"])
    func aYesDoesTheOneThingThatWasShown(_ yes: String) async throws {
        let world = try await RequestWorld()
        let asked = try await ask("Schedule a call with Hannah on Monday at 2pm", world)
        let reply = try await ask(yes, world, after: asked)
        #expect(try await states(world) == [.executed])
        #expect(isDone(reply))
        #expect(reply.proposals.map(\.state) == [.executed])
        let again = try await ask(yes, world, after: reply)
        #expect(try await states(world) == [.executed])
        #expect(!isDone(again))
    }

    /// A question and a quotation decide nothing, in English and in Spanish.
    @Test(arguments: [
        "yes?", "Yes ?", "\"yes\"", "“yes”", "'yes'", "‘Yes’", "«yes»", "(yes)", "yes？", "yes؟", "do it?", "ok?", "sí?",
        "¿sí?", "«sí»", "“sí”", "vale?", "¿hazlo?", "\"claro\"", "no?", "\"no\"", "cancel that?",
    ])
    func aQuestionOrAQuotationDecidesNothing(_ text: String) async throws {
        let world = try await RequestWorld()
        let asked = try await ask("Schedule a call with Hannah on Monday at 2pm", world)
        let reply = try await ask(text, world, after: asked)
        #expect(try await states(world) == [.pending])
        #expect(!isDone(reply))
    }

    @Test(arguments: ["yes!", "Yes, please.", "yes 👍", "  ok… ", "¡sí!", "vale."])
    func marksThatSayNothingChangeNothing(_ yes: String) async throws {
        let world = try await RequestWorld()
        let asked = try await ask("Schedule a call with Hannah on Monday at 2pm", world)
        let reply = try await ask(yes, world, after: asked)
        #expect(isDone(reply))
        #expect(try await states(world) == [.executed])
    }

    /// What only rules something out is neither a yes nor a change.
    @Test(arguments: [
        "not on Friday", "no, not Tuesday", "anyone but Hannah", "not at 4pm", "no el martes", "menos el lunes",
    ])
    func whatIsRuledOutIsAsked(_ text: String) async throws {
        let world = try await RequestWorld()
        let asked = try await ask("Schedule a call with Hannah on Monday at 2pm", world)
        let reply = try await ask(text, world, after: asked)
        #expect(try await states(world) == [.pending])
        #expect(reply.needs != nil && reply.proposals.isEmpty)
    }

    @Test(arguments: ["not on Friday", "any day but Monday", "Monday or Tuesday at 3pm"])
    func aReplyThatRulesOutCompletesNothing(_ text: String) async throws {
        let world = try await RequestWorld()
        let asked = try await ask("Schedule a call with Hannah", world)
        let reply = try await ask(text, world, after: asked)
        #expect(try await states(world).isEmpty)
        #expect(reply.needs != nil)
    }

    @Test func aYesInAnotherConversationDoesNothing() async throws {
        let world = try await RequestWorld()
        _ = try await ask("Schedule a call with Hannah on Monday at 2pm", world)
        let reply = try await ask("yes", world)
        #expect(try await states(world) == [.pending])
        #expect(reply.text.contains("nothing that waits"))
    }

    @Test func aYesToSeveralSaysWhich() async throws {
        let world = try await RequestWorld()
        let asked = try await ask("Cancel Grace and Tom tomorrow", world)
        let reply = try await ask("yes", world, after: asked)
        #expect(try await states(world) == [.pending, .pending])
        #expect(asked.proposals.allSatisfy { reply.text.contains($0.summary) })
    }

    @Test func aYesToWhatTheLastAnswerDidNotShowDoesNothing() async throws {
        let world = try await RequestWorld()
        let asked = try await ask("Schedule a call with Hannah on Monday at 2pm", world)
        let other = try await ask("What's on tomorrow?", world, after: asked)
        let reply = try await ask("yes", world, after: other)
        #expect(try await states(world) == [.pending])
        #expect(reply.text.contains("Nothing has happened yet"))
    }

    @Test(arguments: ["no", "cancel that", "never mind"])
    func aNoCancelsWhatWasShown(_ no: String) async throws {
        let world = try await RequestWorld()
        let asked = try await ask("Cancel Grace and Tom tomorrow", world)
        let reply = try await ask(no, world, after: asked)
        #expect(try await states(world) == [.cancelled, .cancelled])
        #expect(reply.text == "The 2 proposals are cancelled. Nothing has happened.")
    }

    @Test func aChangeReplacesTheProposal() async throws {
        let world = try await RequestWorld()
        let asked = try await ask("Book a session with Hannah on Monday at 3pm", world)
        let changed = try await ask("yes but make it 4pm", world, after: asked)
        #expect(try await states(world) == [.pending, .cancelled])
        _ = try await ask("yes", world, after: changed)
        #expect(try await states(world) == [.executed, .cancelled])
    }

    @Test func aYesThatCanNotBeDoneClaimsNothing() async throws {
        let world = try await RequestWorld()
        let asked = try await ask("Schedule a call with Hannah on Monday at 2pm", world)
        let other = try await ask("Schedule a call with Bob on Monday at 2pm", world)
        _ = try await ask("yes", world, after: other)
        let reply = try await ask("yes", world, after: asked)
        #expect(try await states(world).sorted { $0.rawValue < $1.rawValue } == [.executed, .failed])
        #expect(reply.text.hasPrefix("Nothing has happened."))
    }

    @Test func aProgramWithAKeyDecidesNothing() async throws {
        let world = try await RequestWorld()
        let asked = try await ask("Schedule a call with Hannah on Monday at 2pm", world)
        let key = KeyGrant(name: "script", scopes: [.assistant])
        let program = Principal(user: world.coach.user, sessionId: world.coach.sessionId, key: key)
        let query = AssistantQuery(message: "yes", conversationId: asked.conversationId)
        let reply = try await world.assistant.query(query, by: program).answer()
        #expect(try await states(world) == [.pending])
        #expect(!reply.text.contains("Done"))
    }

    @Test func anAnswerAskedForAgainDecidesNothing() async throws {
        let world = try await RequestWorld()
        let asked = try await ask("Schedule a call with Hannah on Monday at 2pm", world)
        let other = try await ask("Schedule a call with Bob on Monday at 2pm", world, after: asked)
        let reply = try await ask("yes", world, after: other)
        #expect(try await states(world) == [.pending, .pending])
        _ = try await world.proposals.cancel(try #require(asked.proposals.first).id, by: world.coach.actor)
        _ = try await world.assistant.regenerate(reply.messageId, by: world.coach).answer()
        #expect(try await states(world) == [.pending, .cancelled])
    }

    @Test func aYesToWhatWasEditedSinceShowsItFirst() async throws {
        let world = try await RequestWorld()
        let asked = try await ask("Schedule a call with Hannah on Monday at 2pm", world)
        let proposal = try #require(asked.proposals.first)
        _ = try await world.proposals.edit(proposal.id, .init(version: 1, title: "About the knee"), by: world.coach)
        let shown = try await ask("yes", world, after: asked)
        #expect(try await states(world) == [.pending])
        #expect(shown.text.contains("About the knee") && shown.proposals.map(\.version) == [2])
        let done = try await ask("yes", world, after: shown)
        #expect(try await states(world) == [.executed])
        #expect(done.text.hasPrefix("Done: About the knee"))
    }

    /// The model isn't asked: it would never answer.
    @Test func aYesWorksWithALanguageModel() async throws {
        let world = try await RequestWorld()
        let asked = try await ask("Schedule a call with Hannah on Monday at 2pm", world)
        let service = world.base.assistant(models: [FedModel()], calendar: world.calendar, proposals: world.proposals)
        let query = AssistantQuery(message: "yes", conversationId: asked.conversationId)
        let reply = try await service.query(query, by: world.coach).answer()
        #expect(reply.text.hasPrefix("Done:"))
        #expect(try await states(world) == [.executed])
    }

    /// The words of a message that the answer repeats go with the message.
    @Test func theAnswerToAYesKnowsTheMessageItSent() async throws {
        let world = try await RequestWorld()
        let asked = try await ask("Tell Tom that zanzibar is closed", world)
        let reply = try await ask("yes", world, after: asked)
        #expect(reply.text.contains("Zanzibar"))
        let result = try await world.proposals.confirm(try #require(asked.proposals.first).id, by: world.coach.actor)
        let message = try #require(result.result.messageId)
        guard case .sendMessage(let sent)? = asked.proposals.first?.arguments else { return }
        try await world.base.messaging.messages.delete(message, in: sent.chatId, by: world.coach.actor)
        let tree = try await world.assistant.conversations.get(asked.conversationId, for: world.coach.actor)
        let answers = tree.turns.filter { $0.role == .assistant }
        #expect(answers.count == 2)
        #expect(!"\(answers)".lowercased().contains("zanzibar"))
    }
}
