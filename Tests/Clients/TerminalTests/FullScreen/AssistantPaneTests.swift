import Domain
import SpotterAPI
import SpotterClient
import TestSupport
import Testing

@testable import Terminal

/// The assistant's conversation over starts of the program.
@Suite struct AssistantPaneTests {
    private func asks(_ effects: [AppEffect]) -> [AssistantQuery] {
        effects.compactMap { if case .ask(let query) = $0 { query } else { nil } }
    }

    @Test func aConnectionBringsWhoWaitsAndWhatWaits() {
        var world = AppWorld()
        let effects = world.model.handle(.shared(.connection(.online)))
        #expect(effects.contains(.loadInbox))
        #expect(effects.contains(.loadAssistant(since: world.clock.now().adding(minutes: -720))))
    }

    @Test func theConversationOfBeforeGoesOn() {
        var world = AppWorld(rows: 32, columns: 120)
        world.open([])
        let tree = ConversationTree.example
        _ = world.model.handle(.earlierConversation(tree))
        #expect(world.model.assistant.conversation == tree.conversation.id)
        #expect(!world.model.assistant.exchanges.isEmpty)
        #expect(asks(world.model.ask("And then?")).map(\.conversationId) == [tree.conversation.id])
    }

    @Test func aNewConversationIsNotReplacedByTheOld() {
        var world = AppWorld(rows: 32, columns: 120)
        world.open([])
        let tree = ConversationTree.example
        _ = world.model.handle(.earlierConversation(tree))
        world.press("alt-s", "tab", "n")
        #expect(world.model.assistant.exchanges.isEmpty)
        // With the next connection.
        _ = world.model.handle(.earlierConversation(tree))
        #expect(world.model.assistant.exchanges.isEmpty)
        #expect(asks(world.model.ask("Something else")).map(\.conversationId) == [nil])
    }

    @Test func aQuestionThatWasNotAnsweredIsOneKeyAway() {
        var world = AppWorld(rows: 32, columns: 120)
        world.open([])
        world.type("How is her knee?")
        world.press("alt-s")
        _ = world.model.handle(.shared(.answerFailed("can't reach the server")))
        #expect(world.text.contains("Ctrl-P brings the question"), "\(world.text)")
        world.press("ctrl-p")
        #expect(world.model.composer.text == "/ask How is her knee?")
    }

    @Test func anAnswerThatBrokeOffDoesNotBlockTheNextQuestion() {
        var world = AppWorld()
        world.open([])
        let example = ConversationTree.example
        let turn = ConversationTurn(
            id: AppWorld.id(600),
            parentId: nil,
            role: .user,
            text: "Who?",
            state: .completed,
            answer: nil,
            createdAt: world.clock.now()
        )
        let tree = ConversationTree(
            conversation: example.conversation,
            turns: [turn],
            activeId: turn.id,
            branch: [BranchStep(messageId: turn.id, index: 1, count: 1, siblingIds: [turn.id])]
        )
        _ = world.model.handle(.earlierConversation(tree))
        #expect(world.model.assistant.last?.isComplete == false)
        #expect(asks(world.model.ask("Again?")).count == 1)
    }

    @Test func whatWasAskedMeanwhileStays() {
        var world = AppWorld()
        world.open([])
        _ = world.model.ask("Who has knee trouble?")
        _ = world.model.handle(.earlierConversation(ConversationTree.example))
        #expect(world.model.assistant.exchanges.map(\.question) == ["Who has knee trouble?"])
    }
}
