import Domain
import SpotterAPI
import TestSupport
import Testing

@testable import SpotterClient

@Suite struct ReconnectingSocketTests {
    private let chat: ChatID = Fixture.id(10)
    private let clock = TestClock()

    /// A socket that runs against a script, and its events one at a time.
    private struct Run {
        let socket: ReconnectingSocket
        let task: Task<Void, Never>

        func next() async -> LiveEvent? { await socket.events.first { _ in true } }

        func nextSeqs(_ count: Int) async -> [Int64] {
            var seqs: [Int64] = []
            while seqs.count < count, let event = await next() {
                if case .event(.chat(let change)) = event { seqs.append(change.seq) }
            }
            return seqs
        }
    }

    private func start(_ connector: ScriptedConnector, positions: [ChatID: Int64]? = nil) -> Run {
        let socket = ReconnectingSocket(connector, positions: positions, clock: clock, random: { 1 })
        return Run(socket: socket, task: Task { await socket.run() })
    }

    @Test func resumesFromWhatItHasSeenAndDeliversNothingTwice() async {
        let (first, second) = (ScriptedLink(Fixture.welcome([10: 3])), ScriptedLink(Fixture.welcome([10: 6])))
        let connector = ScriptedConnector([.success(first), .success(second)])
        let run = start(connector)
        #expect(await run.next() == .connected(first.welcome))
        first.push(Fixture.created(seq: 4))
        #expect(await run.nextSeqs(1) == [4])
        first.drop("network gone")
        #expect(await run.next() == .waiting(reason: "network gone", retryIn: .milliseconds(200)))
        #expect(await clock.nextSleep() == .milliseconds(200))
        clock.advance(by: .milliseconds(200))
        #expect(await run.next() == .connected(second.welcome))
        // The replay overlaps with what was seen.
        second.push(Fixture.created(seq: 4), Fixture.created(seq: 5), Fixture.created(seq: 6), Fixture.created(seq: 6))
        #expect(await run.nextSeqs(2) == [5, 6])
        #expect(connector.positions == [nil, [chat: 4]])
        run.task.cancel()
        #expect(await run.next() == nil)
    }

    @Test func sendsUnackedMessagesAgainUnderTheSameIdAndInOrder() async throws {
        let (first, second) = (ScriptedLink(), ScriptedLink(Fixture.welcome([10: 1])))
        let run = start(ScriptedConnector([.success(first), .success(second)]))
        _ = await run.next()
        let drafts = (1...3).map { Draft(chatId: chat, clientMessageId: "c\($0)", text: "text \($0)") }
        let results = AsyncStream<String>.makeStream()
        for draft in drafts {
            await run.socket.post(draft) { results.continuation.yield((try? $0.get())?.clientMessageId ?? "failed") }
        }
        for draft in drafts { #expect(await first.nextFrame() == draft.frame) }
        first.push(.ack(id: "c1", Fixture.message(seq: 1, sender: 1)))
        #expect(await run.nextSeqs(1) == [1], "the user's own message is one of the events")
        first.drop("gone")
        _ = await run.next()
        _ = await clock.nextSleep()
        clock.advance(by: .seconds(1))
        #expect(await second.nextFrame() == drafts[1].frame)
        #expect(await second.nextFrame() == drafts[2].frame)
        second.push(.ack(id: "c2", Fixture.message(seq: 2, sender: 1)))
        second.push(.ack(id: "c3", Fixture.message(seq: 3, sender: 1)))
        var settled: [String] = []
        for await id in results.stream {
            settled.append(id)
            if settled.count == 3 { break }
        }
        #expect(settled == ["c1", "c2", "c3"])
        #expect(await run.nextSeqs(2) == [2, 3])
        #expect(await run.socket.unacked.isEmpty)
        run.task.cancel()
    }

    @Test func aHoleIsFilledByResuming() async {
        let (first, second) = (ScriptedLink(Fixture.welcome([10: 3])), ScriptedLink(Fixture.welcome([10: 6])))
        let connector = ScriptedConnector([.success(first), .success(second)])
        let run = start(connector)
        _ = await run.next()
        first.push(Fixture.created(seq: 6))
        guard case .waiting? = await run.next() else { Issue.record("should have reconnected"); return }
        _ = await clock.nextSleep()
        clock.advance(by: .seconds(1))
        _ = await run.next()
        second.push(Fixture.created(seq: 4), Fixture.created(seq: 5), Fixture.created(seq: 6))
        #expect(await run.nextSeqs(3) == [4, 5, 6])
        #expect(connector.positions.last == [chat: 3])
        run.task.cancel()
    }

    @Test func aHoleThatTheServerCannotFillIsSaidPlainly() async {
        let (first, second) = (ScriptedLink(Fixture.welcome([10: 3])), ScriptedLink(Fixture.welcome([10: 6])))
        let run = start(ScriptedConnector([.success(first), .success(second)]))
        _ = await run.next()
        first.push(Fixture.created(seq: 6))
        _ = await run.next()
        _ = await clock.nextSleep()
        clock.advance(by: .seconds(1))
        _ = await run.next()
        second.push(Fixture.created(seq: 6), Fixture.created(seq: 7))
        #expect(await run.next() == .event(.resync(chatId: chat, seq: 6)))
        #expect(await run.nextSeqs(1) == [7])
        run.task.cancel()
    }

    @Test func ourOwnAckMayFillTheHole() async {
        let link = ScriptedLink(Fixture.welcome([10: 3]))
        let run = start(ScriptedConnector([.success(link)]))
        _ = await run.next()
        await run.socket.post(Draft(chatId: chat, clientMessageId: "mine", text: "x")) { _ in }
        link.push(Fixture.created(seq: 5), .ack(id: "mine", Fixture.message(seq: 4, sender: 1)))
        #expect(await run.nextSeqs(2) == [4, 5])
        run.task.cancel()
    }

    @Test func aRestoredServerStartsTheChatAnew() async {
        let link = ScriptedLink(Fixture.welcome([10: 2]))
        let run = start(ScriptedConnector([.success(link)]), positions: [chat: 9])
        _ = await run.next()
        #expect(await run.next() == .event(.resync(chatId: chat, seq: 2)))
        link.push(Fixture.created(seq: 3))
        #expect(await run.nextSeqs(1) == [3])
        run.task.cancel()
    }

    @Test func aRefusedMessageTellsItsSenderAndOnlyThem() async throws {
        let link = ScriptedLink()
        let run = start(ScriptedConnector([.success(link)]))
        _ = await run.next()
        let refusal = ClientError.refused(SpotterError(.notAMember, "no"), requestId: "r")
        let (socket, draft) = (run.socket, Draft(chatId: chat, clientMessageId: "c1", text: "x"))
        let sent = Task { try await socket.send(draft) }
        _ = await link.nextFrame()
        link.push(.error(id: "c1", .init(SpotterError(.notAMember, "no"), requestId: "r")))
        await #expect(throws: refusal) { try await sent.value }
        run.task.cancel()
    }

    @Test func aServerThatGoesDownTakesTheMessageAfterItsRestart() async throws {
        let (first, second) = (ScriptedLink(), ScriptedLink())
        let run = start(ScriptedConnector([.success(first), .success(second)]))
        _ = await run.next()
        let draft = Draft(chatId: chat, clientMessageId: "c1", text: "x")
        let socket = run.socket
        let sent = Task { try await socket.send(draft) }
        _ = await first.nextFrame()
        first.push(
            .error(id: "c1", .init(SpotterError(.shuttingDown, "later", retryable: true), requestId: "r"))
        )
        first.drop("going away")
        _ = await clock.nextSleep()
        clock.advance(by: .seconds(1))
        #expect(await second.nextFrame() == draft.frame)
        second.push(.ack(id: "c1", Fixture.message(seq: 1, sender: 1)))
        #expect(try await sent.value.seq == 1)
        run.task.cancel()
    }

    @Test func receiptsAreRepeatedOnTheNextConnection() async {
        let (first, second) = (ScriptedLink(), ScriptedLink())
        let run = start(ScriptedConnector([.success(first), .success(second)]))
        _ = await run.next()
        await run.socket.transmit(.read(chat, seq: 3))
        #expect(await first.nextFrame() == .read(chat, seq: 3))
        first.drop("gone")
        _ = await run.next()
        _ = await clock.nextSleep()
        clock.advance(by: .seconds(1))
        #expect(await second.nextFrame() == .read(chat, seq: 3))
        run.task.cancel()
    }

    @Test func backsOffBetweenFailuresAndObeysTheServer() async {
        let refused = ClientError.refused(
            SpotterError(.unavailable, "busy", retryable: true, retryAfterMs: 5000),
            requestId: nil
        )
        let script: [Result<ScriptedLink, ClientError>] = [
            .failure(.unreachable("a")), .failure(.unreachable("b")), .failure(refused),
        ]
        let run = start(ScriptedConnector(script))
        for expected: Duration in [.milliseconds(200), .milliseconds(400), .seconds(5)] {
            #expect(await clock.nextSleep() == expected)
            clock.advance(by: expected)
            _ = await run.next()
        }
        // The script is over: a failure for good.
        #expect(await run.next() == .ended(.loggedOut("the script is over")))
        #expect(await run.next() == nil)
        await #expect(throws: ClientError.self) {
            try await run.socket.send(Draft(chatId: chat, clientMessageId: "late", text: "x"))
        }
    }

    @Test func leavingAChatForgetsItsPosition() async {
        let (first, second) = (ScriptedLink(Fixture.welcome([10: 3, 11: 1])), ScriptedLink(Fixture.welcome([11: 1])))
        let connector = ScriptedConnector([.success(first), .success(second)])
        let run = start(connector)
        _ = await run.next()
        first.push(.gone(chat))
        #expect(await run.next() == .event(.gone(chat)))
        first.drop("gone")
        _ = await run.next()
        _ = await clock.nextSleep()
        clock.advance(by: .seconds(1))
        _ = await run.next()
        #expect(connector.positions.last == [Fixture.id(11): 1])
        run.task.cancel()
    }

    @Test func aDigestThatKeepsDifferingMakesItResume() async {
        let (first, second) = (ScriptedLink(), ScriptedLink())
        let run = start(ScriptedConnector([.success(first), .success(second)]))
        _ = await run.next()
        first.push(.pong(id: nil, digest: "0000000000000000"))
        #expect(await first.nextFrame() == .ping(id: "again"))
        first.push(.pong(id: nil, digest: "0000000000000000"))
        #expect(await first.nextFrame() == .ping(id: "again"))
        first.push(.pong(id: nil, digest: "0000000000000000"))
        guard case .waiting? = await run.next() else { Issue.record("should have reconnected"); return }
        run.task.cancel()
    }
}
