import Domain
import SpotterAPI
import SpotterClient
import Synchronization
import TestSupport
import Testing

@testable import Terminal

/// What wakes the client while nobody does anything.
@Suite struct TickTests {
    /// Lets ticks come when they are due, and the lag be answered.
    /// - Returns: their number.
    private func ticks(_ world: inout AppWorld, seconds: Int64) -> Int {
        let end = world.clock.now().adding(seconds: seconds)
        var count = 0
        while true {
            let due = world.model.nextTick(after: world.clock.now())
            guard due <= end else { return count }
            world.clock.set(due)
            for effect in world.model.handle(.shared(.tick)) {
                if effect == .measureLag { _ = world.model.handle(.lag(milliseconds: 2)) }
                if effect == .loadInbox { _ = world.model.handle(.inbox([])) }
            }
            count += 1
        }
    }

    @Test func anIdleScreenIsWokenAFewTimesAMinute() {
        var world = AppWorld()
        world.open([world.message(1, "hi")])
        _ = ticks(&world, seconds: 5)
        // The clock, and the lag every 15 seconds.
        #expect(ticks(&world, seconds: 600) <= 10 * 5)
        _ = world.model.handle(.terminal([.focus(false)]))
        #expect(ticks(&world, seconds: 600) <= 10)
    }

    @Test func whoWaitsIsAskedForOnceAndAgainWhenAMessageComes() {
        var world = AppWorld()
        func asked(_ input: AppInput) -> Int { world.model.handle(input).count { $0 == .loadInbox } }
        func comes(_ message: Message) {
            var chat = world.chat(world.saraChat, "Sara Lindqvist")
            chat.lastMessage = message
            _ = world.model.handle(.shared(.chatsUpdated([chat])))
        }
        comes(world.message(30, "from the cache"))
        #expect(asked(.shared(.connection(.online))) == 1)
        // What was missed is in the answer already.
        comes(world.message(39, "missed"))
        world.clock.advance(milliseconds: 1_000)
        #expect(asked(.shared(.tick)) == 0)
        comes(world.message(41, "new"))
        #expect(world.model.nextTick(after: world.clock.now()) <= world.clock.now().adding(seconds: 1))
        #expect(asked(.shared(.tick)) == 1 && asked(.shared(.tick)) == 0)
        // A receipt changes nothing of it; a deletion does, and so does another device.
        var last = world.message(41, "new")
        last.status = .read
        comes(last)
        #expect(asked(.shared(.tick)) == 0)
        last.deletedAt = world.clock.now()
        comes(last)
        #expect(asked(.shared(.tick)) == 1)
        let done = ServerEvent.other(type: "inbox.changed", chatId: world.saraChat, seq: nil)
        _ = world.model.handle(.shared(.event(done)))
        #expect(asked(.shared(.tick)) == 1)
    }

    @Test func aScreenWithoutAServerIsWokenForTheCountdown() {
        var world = AppWorld()
        world.open([world.message(1, "hi")])
        var count = 0
        for _ in 0..<20 {
            _ = world.model.handle(.shared(.connection(.reconnecting(reason: "refused", retryIn: .seconds(30)))))
            count += ticks(&world, seconds: 30)
        }
        #expect(count <= 20 * 6 + 10)
        #expect(world.text.contains("· trying ·"))
    }

    @Test func theCountdownSaysWhatIsLeftAtEachTick() {
        var world = AppWorld(rows: 24, columns: 100)
        world.clock.set(Timestamp(milliseconds: 1_773_234_900_000))
        _ = world.model.handle(.shared(.connection(.reconnecting(reason: "refused", retryIn: .milliseconds(12_300)))))
        var shown = [world.text.contains("trying in 15 s")]
        for text in ["trying in 10 s", "trying in 5 s", "trying ·"] {
            world.clock.set(world.model.nextTick(after: world.clock.now()))
            shown.append(world.text.contains(text))
        }
        #expect(shown == [true, true, true, true])
        #expect(world.clock.now() == Timestamp(milliseconds: 1_773_234_912_300))
    }

    private struct Saved: Equatable {
        let after: Int64
        let effect: AppEffect
    }

    /// Types a letter every 100 ms and then nothing. Ticks come as the client's only timer lets them.
    /// - Returns: what was saved, with the milliseconds since the start.
    private func saved(typing text: String, _ world: inout AppWorld, seconds: Int64) -> [Saved] {
        let start = world.clock.now()
        var due = world.model.nextTick(after: world.model.clock.now())
        var saved: [Saved] = []
        var letters = Array(text)[...]
        for after in stride(from: Int64(0), through: seconds * 1_000, by: 100) {
            world.clock.set(start.adding(milliseconds: after))
            if let letter = letters.popFirst() { world.type(String(letter)) }
            if due <= world.model.clock.now() {
                for effect in world.model.handle(.shared(.tick)) {
                    switch effect {
                    case .keepDraft, .saveDraft, .saveCommand, .saveEdit:
                        saved.append(Saved(after: after, effect: effect))
                    default: break
                    }
                }
                due = world.model.nextTick(after: world.model.clock.now())
            }
            due = min(due, world.model.nextTick(after: world.model.clock.now()))
        }
        return saved
    }

    @Test func whatIsTypedIsKeptAtOnceAndSentWhenTypingPauses() {
        var world = AppWorld()
        world.open([])
        let saved = saved(typing: "half", &world, seconds: 60)
        let kept = Saved(after: 500, effect: .keepDraft(world.saraChat, "half", replyTo: nil))
        #expect(saved == [kept, Saved(after: 1_500, effect: .saveDraft(world.saraChat, "half", replyTo: nil))])
    }

    /// 12 seconds without a pause, of which a crash takes half a second.
    @Test func whoTypesOnAndOnIsKeptAllTheTimeAndSentEveryFiveSeconds() {
        var world = AppWorld()
        world.open([])
        let text = String(repeating: "on and off ", count: 11).prefix(120)
        let saved = saved(typing: String(text), &world, seconds: 20)
        var sent: [Int64] = []
        for (step, saved) in saved.dropLast().enumerated() {
            // Half a second after the first letter that isn't kept, which comes with the next 100 ms.
            let after = Int64(500 + step * 600)
            let typed = String(text.prefix(Int(after / 100) + 1))
            switch saved.effect {
            case .saveDraft(world.saraChat, typed, replyTo: nil): sent.append(saved.after)
            case .keepDraft(world.saraChat, typed, replyTo: nil): break
            default: Issue.record("\(saved.effect), not \(typed)")
            }
            #expect(saved.after == after)
        }
        #expect(saved.count == 21 && sent == [4_700, 9_500])
        #expect(saved.last == Saved(after: 12_900, effect: .saveDraft(world.saraChat, String(text), replyTo: nil)))
    }

    @Test(arguments: ["/later \"friday\" Hi", "/note x"]) func aCommandIsKeptAsFast(line: String) {
        for isOpen in [true, false] {
            var world = AppWorld()
            if isOpen { world.open([]) }
            let chat = isOpen ? world.saraChat : nil
            let saved = saved(typing: line, &world, seconds: 60)
            #expect(saved.first == Saved(after: 500, effect: .saveCommand(chat, String(line.prefix(6)))))
            #expect(saved.last?.effect == .saveCommand(chat, line))
            #expect(saved.allSatisfy { if case .saveCommand = $0.effect { true } else { false } }, "\(saved)")
            #expect(saved.count == (line.count + 5) / 6)
        }
    }

    /// That is no reason to keep nothing for an hour, or to wake up all the time.
    @Test(arguments: [-3_600_000, 3_600_000] as [Int64]) func aClockThatIsSetDoesNotStopIt(step: Int64) {
        var world = AppWorld()
        world.open([])
        _ = saved(typing: "half a", &world, seconds: 1)
        _ = world.model.handle(AppInput.serverClock(offset: step))
        let saved = saved(typing: " thought", &world, seconds: 10)
        #expect(saved.first.map { $0.after <= 500 } == true, "\(saved)")
        #expect(saved.last?.effect == .saveDraft(world.saraChat, "half a thought", replyTo: nil))
        #expect(saved.count <= 4, "\(saved)")
    }

    @Test func aLineGoesAwayWhenItsTimeIsOver() {
        var world = AppWorld()
        world.open([])
        world.model.tell("Done.")
        let start = world.clock.now()
        while world.model.notice != nil, world.clock.now() < start.adding(seconds: 60) {
            world.clock.set(world.model.nextTick(after: world.clock.now()))
            _ = world.model.handle(.shared(.tick))
        }
        #expect(world.clock.now() == start.adding(seconds: 6))
    }

    @Test func theTimerIsSetAgainOnlyForSomethingEarlier() async {
        let clock = InstantClock()
        let (rings, ring) = AsyncStream.makeStream(of: Void.self)
        var timer = TickTimer(clock: clock) { ring.yield() }
        let now = Timestamp(milliseconds: 1_000)
        timer.set(for: now.adding(seconds: 5), now: now)
        for _ in 0..<100 { timer.set(for: now.adding(seconds: 60), now: now) }
        var iterator = rings.makeAsyncIterator()
        await iterator.next()
        #expect(clock.sleeps == 1)
        #expect(clock.now.offset == .seconds(5))
        timer.set(for: now.adding(seconds: 9), now: now.adding(seconds: 5))
        await iterator.next()
        #expect(clock.sleeps == 2)
        #expect(clock.now.offset == .seconds(9))
    }
}
