import Accounts
import Assistant
import AssistantTools
import Contacts
import Domain
import Messaging
import SpotterAPI
import Storage
import TestSupport
import Testing

/// A message that was sent through the assistant, and the name of the person that it went to.
@Suite struct SentMessageErasureTests {
    @Test func aSentMessageTakesItsProposalAndTheQuestionAlong() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let (_, chat) = try await fixture.client("Sara Chen", of: coach)
        let proposals = fixture.proposals()
        fixture.proposalMaker.resolves { request, _ in
            .ready(.sendMessage(.init(chatId: chat, text: "zanzibar at six")), summary: "Send zanzibar at six")
        }
        let assistant = fixture.assistant(proposals: proposals)
        let answer = try await assistant.query(
            .init(message: "Send Sara Chen: \"zanzibar at six\""),
            by: coach
        ).answer()
        let proposal = try #require(answer.proposals.first)
        let sent = try await proposals.confirm(proposal.id, by: coach.actor).result
        let message = try #require(sent.messageId)
        try await fixture.messaging.messages.delete(message, in: chat, by: coach.actor)

        let shown = try await proposals.list(for: coach.actor)
        #expect(shown.map(\.state) == [.executed])
        let entries = try await fixture.audit.entries(of: coach.actor)
        #expect(entries.count == 2)
        let tree = try await assistant.conversations.get(answer.conversationId, for: coach.actor)
        #expect(!"\(shown) \(entries) \(tree)".contains("zanzibar"))
        #expect(try await fixture.audit.verify().isIntact)
        // Once is once: the confirmation still has its result.
        #expect(try await proposals.confirm(proposal.id, by: coach.actor).result == sent)
    }

    @Test func aDeletedUsersNameGoes() async throws {
        let fixture = try await AssistantFixture()
        let coach = try await fixture.person("Alex Moore", .trainer)
        let other = try await fixture.person("Robin Lee", .trainer)
        let (sara, chat) = try await fixture.client("Sara Chen", of: coach)
        let proposals = fixture.proposals()
        let assistant = fixture.assistant(proposals: proposals)
        let proposal = try await proposals.create(
            .sendMessage(.init(chatId: chat, text: "Dear Sara Chen, see you")),
            summary: "Send Sara Chen: Dear Sara Chen, see you",
            for: coach.userId
        )
        _ = try await proposals.confirm(proposal.id, by: coach.actor)
        let mine = try await assistant.query(.init(message: "What did Sara Chen say?"), by: coach).answer()
        // A stranger has another Sara Chen.
        let theirs = try await assistant.query(.init(message: "What did Sara Chen say?"), by: other).answer()

        let gone = DeletedUser(id: sara.userId, name: "Sara Chen", role: .client)
        let erasure = AssistantErasure(assistant: assistant, proposals: proposals)
        try await fixture.database.write { connection in
            try erasure.accountWillClose(gone, email: "", on: connection)
            try fixture.messaging.contacts.accountWillClose(gone, email: "", on: connection)
        }
        for _ in 0..<2 { try await erasure.erase(gone) }

        let shown = try await proposals.list(for: coach.actor)
        #expect(shown.map(\.summary) == ["Send Deleted user: Dear Deleted user, see you"])
        let entries = try await fixture.audit.entries(of: coach.actor)
        let tree = try await assistant.conversations.get(mine.conversationId, for: coach.actor)
        #expect(tree.turns.first?.text == "What did Deleted user say?")
        #expect(tree.conversation.title == "Deleted user")
        #expect(!"\(shown) \(entries) \(tree)".contains("Sara Chen"))
        #expect(try await fixture.audit.verify().isIntact)
        let untouched = try await assistant.conversations.get(theirs.conversationId, for: other.actor)
        #expect(untouched.turns.first?.text == "What did Sara Chen say?")
    }
}
