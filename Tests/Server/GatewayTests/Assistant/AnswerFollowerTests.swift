import Accounts
import Assistant
import Domain
import Live
import Messaging
import NIOCore
import ServerTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Gateway
@testable import SpotterServer

/// Another server generates an answer, as far as the tables say.
@Suite(.standardTimeLimit) struct AnswerFollowerTests {
    /// An answer to Alex that this server doesn't generate.
    private struct Elsewhere {
        let studio: AssistantFixture
        let turn: TurnID
        let conversation: String
        let text: String
        let alex: Principal
        let follower: AnswerFollower

        var hub: Hub { studio.server.server.live.hub }

        init(_ studio: AssistantFixture) async throws {
            try await studio.say("My knee hurts since Sunday", studio.sara)
            let answer = try await studio.ask("What did Sara say about her knee?").json
            let server = studio.server.server
            self.studio = studio
            turn = try #require(answer["messageId"]?.string.flatMap { TurnID($0) })
            conversation = try #require(answer["conversationId"]?.string)
            text = try #require(answer["text"]?.string)
            alex = try await server.messaging.accounts.authenticate(studio.alex.accessToken)
            follower = AnswerFollower(assistant: server.useCases.assistant, hub: server.live.hub)
        }

        func store(_ change: String) async throws {
            _ = try await studio.server.server.database.write { [turn] connection in
                try connection.execute("UPDATE turns SET \(change) WHERE id = $1", turn)
            }
        }

        /// All events to the end, of which something is done after the first.
        func follow(_ afterStart: () async throws -> Void) async throws -> [AssistantEvent] {
            var events: [AssistantEvent] = []
            for await event in try await follower.events(of: turn, by: alex) {
                events.append(event)
                guard event.isStarted(turn), events.count == 1 else { continue }
                try await afterStart()
                // Its owner's connections are told of the conversation's change.
                tell(.assistant)
            }
            return events
        }

        func tell(_ scope: KeyScope?) {
            hub.publish(hub.encode(Array("{}".utf8), scope: scope), to: [alex.userId])
        }
    }

    /// That it runs is told at once, the rest when it's stored.
    @Test func anAnswerOfAnotherServerIsFollowed() async throws {
        try await AssistantFixture.open { studio in
            let elsewhere = try await Elsewhere(studio)
            let turn = elsewhere.turn
            try await elsewhere.store("state = 'running'")
            let sara = try await studio.server.server.messaging.accounts.authenticate(studio.sara.accessToken)
            let foreign = await #expect(throws: SpotterError.self) {
                _ = try await elsewhere.follower.events(of: turn, by: sara)
            }
            #expect(foreign?.code == .notFound)
            let events = try await elsewhere.follow { try await elsewhere.store("state = 'completed'") }
            #expect(events.first?.isStarted(turn) == true && events.count { $0.isStarted(turn) } == 1)
            guard case .completed(let whole) = events.last else {
                Issue.record("it ends with \(String(describing: events.last))")
                return
            }
            #expect(whole.messageId == turn && whole.text == elsewhere.text)
        }
    }

    /// The server that writes it has died. When nobody can be at it any more it's told, and stored, as broken off, and can be
    /// asked for again.
    @Test func anAnswerWhoseServerHasDiedIsBrokenOff() async throws {
        let clock = ManualClock(Timestamp(rfc3339: "2026-03-11T13:15:00Z") ?? .earliest)
        try await AssistantFixture.open {
            $0.clock = clock
        } _: { studio in
            let elsewhere = try await Elsewhere(studio)
            let (turn, conversation, alex) = (elsewhere.turn, elsewhere.conversation, elsewhere.alex)
            try await elsewhere.store("state = 'running', text = '', answer = NULL")
            let watch = try await elsewhere.hub.watch(alex.userId, session: alex.sessionId) { $0.scope == .assistant }
            defer { watch.end() }
            let longest = AssistantLimits().wallClock.wholeMilliseconds
            let assistant = studio.server.server.useCases.assistant
            clock.advance(milliseconds: longest)
            #expect(try await assistant.runningElsewhere(turn, by: alex)?.description == conversation)
            let events = try await elsewhere.follow { clock.advance(milliseconds: longest) }
            guard events.count == 2, case .failed(let error) = events[1] else {
                Issue.record("it ends with \(events)")
                return
            }
            #expect(error.code == .modelInterrupted)
            let state = try await studio.lastTurn(of: conversation)?["state"]?.string
            #expect(state == "interrupted")
            await until("all devices of its owner are told") { watch.count >= 2 }

            let again = try await studio.request("POST", "/v1/assistant/messages/\(turn)/regenerate").json
            #expect(again["text"]?.string?.contains("knee") == true)
            let path = "/v1/assistant/conversations/\(conversation)"
            let turns = try await studio.request("GET", path).json["turns"]?.array ?? []
            #expect(turns.compactMap { $0["state"]?.string } == ["completed", "interrupted", "completed"])
        }
    }

    /// The session ends in the moment before the watch begins, which therefore isn't told of it.
    @Test func aSessionThatHasEndedFollowsNothing() async throws {
        try await AssistantFixture.open { studio in
            let elsewhere = try await Elsewhere(studio)
            try await elsewhere.store("state = 'running'")
            let session = elsewhere.alex.sessionId
            let events = try await elsewhere.follow {
                _ = try await studio.server.server.database.write {
                    try $0.execute("UPDATE sessions SET revoked_at = created_at WHERE id = $1", session)
                }
            }
            guard events.count == 2, case .failed(let error) = events[1] else {
                Issue.record("it ends with \(events)")
                return
            }
            #expect(error.code == .unauthorized)
        }
    }

    /// Whoever waits for one thing isn't woken by everything else.
    @Test func aWatchIsWokenByWhatItCounts() async throws {
        try await AssistantFixture.open { studio in
            let elsewhere = try await Elsewhere(studio)
            let (alex, hub) = (elsewhere.alex, elsewhere.hub)
            let watch = try await hub.watch(alex.userId, session: alex.sessionId) { $0.scope == .assistant }
            defer { watch.end() }
            let count = watch.count
            async let outcome = watch.wait(beyond: count, for: .hours(1))
            await until("it waits") { watch.isWaiting }
            let before = hub.deliveries
            elsewhere.tell(nil)
            await until("it's delivered") { hub.deliveries > before }
            elsewhere.tell(.assistant)
            let reason = await outcome
            #expect(reason == .news && watch.count == count + 1)
        }
    }
}

extension AssistantEvent {
    fileprivate func isStarted(_ turn: TurnID) -> Bool {
        if case .started(_, let messageId) = self { messageId == turn } else { false }
    }
}
