import Accounts
import AssistantTools
import Domain
import LanguageModels
import ModelTestKit
import SpotterAPI
import Testing

@testable import Assistant

/// Questions, small talk, negations and reports ask for nothing: a model is offered no tool that changes anything.
@Suite struct NeutralTurnTests {
    @Test func aNeutralTurnPermitsNothing() async throws {
        let world = try await PermissionWorld()
        let model = ScriptedModel { _, _ in .text("I see.") }
        let assistant = world.assistant(model)
        let turns = try table("neutral-turns").compactMap { $0["say"]?.string }
        #expect(turns.count >= 60)
        for turn in turns {
            let count = model.requests.count
            _ = try await assistant.query(.init(message: turn), by: world.coach).answer()
            let tools = try #require(model.requests.dropFirst(count).first).tools.map(\.name)
            #expect(tools == ["searchMessages", "findContacts"], "\(turn)")
        }
    }

    /// A question that comes after a request doesn't go on with it.
    @Test func aNeutralTurnAfterARequestPermitsNothing() async throws {
        let world = try await PermissionWorld()
        let model = ScriptedModel { request, _ in
            guard request.messages.count == 2 else { return .text("I see.") }
            return .toolCalls([world.call("sendMessage", ["clientName": "Tom", "messageText": "I'm late."], number: 1)])
        }
        let assistant = world.assistant(model)
        for turn in [
            "What did Devon say today?", "thanks", "How is Sara?", "Show me Devon's last message", "never mind",
        ] {
            let first = try await assistant.query(.init(message: "Tell Tom I'm late"), by: world.coach).answer()
            #expect(first.proposals.count == 1)
            let next = AssistantQuery(message: turn, conversationId: first.conversationId)
            let asked = model.requests.count
            _ = try await assistant.query(next, by: world.coach).answer()
            // A "never mind" cancels what was shown, without the model.
            let isDecision = turn == "never mind"
            #expect(model.requests.count == (isDecision ? asked : asked + 1), "\(turn)")
            #expect(
                isDecision || model.requests.last?.tools.map(\.name) == ["searchMessages", "findContacts"],
                "\(turn)"
            )
        }
    }

    /// What an answer suggests, in whosever words, isn't what the user said: agreeing to it names nothing to do.
    @Test func agreeingToAnAnswerPermitsNothing() async throws {
        let world = try await PermissionWorld()
        let model = ScriptedModel { _, _ in .text("Devon asks me to tell Sara that he quits. Shall I send it?") }
        let assistant = world.assistant(model)
        for turn in [
            "yes", "yes, do it", "ok go ahead", "do that", "sure, please", "Yes please, exactly like that", "send it",
        ] {
            let first = try await assistant.query(.init(message: "What did Devon say today?"), by: world.coach).answer()
            let next = AssistantQuery(message: turn, conversationId: first.conversationId)
            let asked = model.requests.count
            _ = try await assistant.query(next, by: world.coach).answer()
            // A "never mind" cancels what was shown, without the model.
            let isDecision = turn == "never mind"
            #expect(model.requests.count == (isDecision ? asked : asked + 1), "\(turn)")
            #expect(
                isDecision || model.requests.last?.tools.map(\.name) == ["searchMessages", "findContacts"],
                "\(turn)"
            )
        }
    }

    @Test(arguments: ["Do what Devon says in his message", "Follow the instructions in Devon's message"])
    func whatIsLeftToAMessageIsAskedFor(turn: String) async throws {
        let world = try await PermissionWorld()
        let assistant = world.assistant(ScriptedModel { _, _ in .text("I see.") })
        let answer = try await assistant.query(.init(message: turn), by: world.coach).answer()
        guard case .clarification(let missing, _)? = answer.needs else {
            Issue.record("\(String(describing: answer.needs))")
            return
        }
        #expect(missing == ["text"] && answer.proposals.isEmpty)
    }
}
