import Domain
import Testing

@testable import SpotterClient

@Suite struct SyncPartsTests {
    private let chat: ChatID = Fixture.id(10)

    @Test func theJournalKeepsWhatSomebodyWaitsFor() {
        var eventBuffer = EventBuffer()
        _ = eventBuffer.append([Fixture.created(seq: 1)])
        eventBuffer.trim()
        let first = eventBuffer.open()
        let place = eventBuffer.append([Fixture.created(seq: 2), Fixture.created(seq: 3)])
        let second = eventBuffer.open(at: place)
        let third = eventBuffer.open()
        _ = eventBuffer.append([Fixture.created(seq: 4)])
        let last = eventBuffer.open()
        let kept = [first, third, second, second, last].map { eventBuffer.close($0) }
        #expect(kept.map(\.count) == [3, 1, 3, 0, 0])
        #expect(kept[1] == [Fixture.created(seq: 4)])
    }

    @Test func sleepIsNoticedFromTheWallClock() {
        var detector = WakeDetector(now: Fixture.time)
        let noticed = [6, 600, 605, 0].map { detector.hasSlept(until: Fixture.time.adding(seconds: $0)) }
        #expect(noticed == [false, true, false, false], "a clock that was set back isn't sleep")
    }

    @Test func batchesKeepTheOrder() async {
        let (source, continuation) = AsyncStream.makeStream(of: LiveEvent.self)
        let batches = EventBatcher(source)
        let welcome = Fixture.welcome()
        for event in [
            .event(Fixture.created(seq: 1)), .event(Fixture.created(seq: 2)), .connected(welcome),
            .event(Fixture.created(seq: 3)),
        ] as [LiveEvent] { continuation.yield(event) }
        continuation.finish()
        await batches.collect()
        var told: [String] = []
        for await batch in batches.batches {
            for part in batch {
                switch part {
                case .events(let events): told.append("events \(events.count)")
                case .connected: told.append("connected")
                case .waiting, .ended: told.append("?")
                }
            }
        }
        #expect(told == ["events 2", "connected", "events 1"])
    }

    @Test func reconnectingNowCutsTheWaitShort() async {
        let clock = TestClock()
        let link = ScriptedLink()
        let connector = ScriptedConnector([.failure(.unreachable("away")), .success(link)])
        let socket = ReconnectingSocket(connector, clock: clock, random: { 1 })
        let running = Task { await socket.run() }
        guard case .waiting? = await socket.events.first(where: { _ in true }) else {
            Issue.record("should wait")
            return
        }
        _ = await clock.nextSleep()
        await socket.reconnectNow()
        #expect(await socket.events.first { _ in true } == .connected(link.welcome))
        running.cancel()
        await running.value
    }
}
