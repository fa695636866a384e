import Accounts
import Assistant
import Domain
import Live
import Messaging
import ServerTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Gateway
@testable import SpotterServer

@Suite(.standardTimeLimit) struct AnswerFollowerTests {
    /// Another server generates it, as far as the tables say: that it runs is told at once, the rest when it's stored.
    @Test func anAnswerOfAnotherServerIsFollowed() async throws {
        try await AssistantFixture.open { studio in
            try await studio.say("My knee hurts since Sunday", studio.sara)
            let answer = try await studio.ask("What did Sara say about her knee?").json
            let turn = try #require(answer["messageId"]?.string.flatMap { TurnID($0) })
            let server = studio.server.server
            let (database, hub) = (server.database, server.live.hub)
            func store(_ state: String) async throws {
                _ = try await database.write { connection in
                    try connection.execute("UPDATE turns SET state = $1 WHERE id = $2", state, turn)
                }
            }
            let accounts = server.messaging.accounts
            let alex = try await accounts.authenticate(studio.alex.accessToken)
            let sara = try await accounts.authenticate(studio.sara.accessToken)
            let follower = AnswerFollower(assistant: server.useCases.assistant, hub: hub)
            try await store("running")
            var events = try await follower.events(of: turn, by: alex).makeAsyncIterator()
            let first = await events.next()
            #expect(first?.isStarted(turn) == true)
            let foreign = await #expect(throws: SpotterError.self) { _ = try await follower.events(of: turn, by: sara) }
            #expect(foreign?.code == .notFound)
            try await store("completed")
            // Its owner's connections are told of the conversation's change.
            hub.publish(hub.encode(Array("{}".utf8)), to: [studio.alex.id])
            var (rest, ending) = ([AssistantEvent](), AssistantEvent?.none)
            while let event = await events.next() {
                rest.append(event)
                ending = event
            }
            #expect(!rest.contains { $0.isStarted(turn) })
            guard case .completed(let whole) = ending else {
                Issue.record("it ends with \(String(describing: ending))")
                return
            }
            #expect(whole.messageId == turn && whole.text == answer["text"]?.string)
        }
    }
}

extension AssistantEvent {
    fileprivate func isStarted(_ turn: TurnID) -> Bool {
        if case .started(_, let messageId) = self { messageId == turn } else { false }
    }
}
