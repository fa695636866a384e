import Domain
import Foundation
import SpotterAPI
import SpotterClient
import TestSupport
import Testing

@testable import Terminal

/// What is told of times goes by the server's clock, what is waited for by this device's.
@Suite struct ServerClockTests {
    private let world = AppWorld()
    private let twoDays: Int64 = 2 * 86_400_000

    private func lineModel() -> ChatModel { ChatModel(me: world.me, time: LocalTime(.gmt), clock: world.clock) }

    @Test func todayIsTheServersDay() {
        var model = lineModel()
        _ = model.handle(.serverClock(offset: twoDays))
        let range = AgendaRange(.today, now: world.clock.now().adding(milliseconds: twoDays), time: LocalTime(.gmt))
        #expect(model.handle(.line("/agenda today")) == [.agenda(range)])
    }

    /// As of a pipe, whose lines and end are there at once.
    @Test(arguments: [true, false]) func appointmentsWaitForTheServersClock(isReached: Bool) {
        var model = lineModel()
        #expect(model.handle(.line("/agenda today")) == [])
        #expect(model.handle(.endOfInput) == [])
        if isReached { #expect(model.handle(.serverClock(offset: twoDays)) == []) }
        let state = isReached ? ConnectionState.online : .reconnecting(reason: "refused", retryIn: .seconds(1))
        let now = world.clock.now().adding(milliseconds: isReached ? twoDays : 0)
        let effects = model.handle(.connection(state))
        #expect(effects.contains(.agenda(AgendaRange(.today, now: now, time: LocalTime(.gmt)))))
        #expect(!effects.contains(.quit(unsent: 0)))
        if isReached { #expect(model.handle(.notices([])) == []) }
        #expect(model.handle(.failed("refused")).last == .quit(unsent: 0))
    }

    @Test func aReminderIsLateByTheServersClock() {
        var model = lineModel()
        _ = model.handle(.serverClock(offset: -twoDays))
        let due = world.clock.now().adding(milliseconds: -twoDays)
        let notice = Notice(
            id: AppWorld.id(1),
            userId: world.me.id,
            kind: .reminderDue,
            text: "water",
            startsAt: due,
            createdAt: due
        )
        #expect(model.handle(.event(.notice(notice))).first == .print(["⏰ Reminder: water"]))
    }

    @Test func leavingWaitsAsLongWhateverTheServersClock() {
        var model = lineModel()
        let entry = OutboxEntry(
            id: "c1",
            chatId: world.saraChat,
            text: "hi",
            writtenAt: world.clock.now(),
            state: .staged
        )
        _ = model.handle(.connection(.online))
        _ = model.handle(.outbox([entry]))
        #expect(model.handle(.line("/quit")) == [])
        #expect(model.handle(.serverClock(offset: twoDays)) == [])
        world.clock.advance(milliseconds: 10_000)
        #expect(model.handle(.tick) == [.quit(unsent: 1)])
    }

    @Test(arguments: [2, -2] as [Int64]) func aLineOfTheFullScreenStaysAsLong(days: Int64) {
        var world = world
        world.open([])
        world.model.tell("Done.")
        _ = world.model.handle(AppInput.serverClock(offset: days * 86_400_000))
        world.clock.advance(milliseconds: 5_999)
        _ = world.model.handle(.shared(.tick))
        #expect(world.model.notice != nil)
        world.clock.advance(milliseconds: 1)
        _ = world.model.handle(.shared(.tick))
        #expect(world.model.notice == nil)
    }
}
