import Domain
import SpotterAPI
import SpotterClient
import TestSupport
import Testing

@testable import Terminal

/// Reminders on the full screen: none hides another, and none is seen by nobody.
@Suite struct ScreenNoticeTests {
    private func notice(_ number: UInt64, _ text: String, in world: AppWorld, seen: Bool = false) -> Notice {
        Notice(
            id: AppWorld.id(number),
            userId: world.me.id,
            kind: .reminderDue,
            text: text,
            startsAt: world.clock.now(),
            createdAt: world.clock.now(),
            seenAt: seen ? world.clock.now() : nil
        )
    }

    private func arrival(_ notice: Notice) -> AppInput { .shared(.event(.notice(notice))) }

    @Test func severalAreAListAndEachIsMarked() {
        var world = AppWorld(rows: 24, columns: 120)
        world.open([])
        let notices = [
            notice(1, "chalk", in: world), notice(2, "water", in: world), notice(3, "milk", in: world, seen: true),
        ]
        let effects = world.model.handle(.shared(.notices(notices)))
        #expect(effects == notices.prefix(2).map { .shared(.markNoticeSeen($0.id)) })
        #expect(world.text.contains("Reminder: chalk") && world.text.contains("Reminder: water"))
        #expect(!world.text.contains("milk"))
    }

    /// The server tells of each on its own, also of those that are due at the same time.
    @Test func oneAfterAnotherIsAListToo() {
        var world = AppWorld(rows: 24, columns: 120)
        world.open([])
        for (number, text) in [(1, "chalk"), (2, "water"), (3, "milk")] as [(UInt64, String)] {
            let next = notice(number, text, in: world)
            #expect(world.model.handle(arrival(next)) == [.shared(.markNoticeSeen(next.id)), .bell])
            world.clock.advance(milliseconds: 1_000)
        }
        for text in ["chalk", "water", "milk"] { #expect(world.text.contains("Reminder: \(text)"), "\(text)") }
    }

    @Test func oneIsALineThatStaysForHalfAMinute() {
        var world = AppWorld()
        world.open([])
        let first = notice(1, "chalk", in: world)
        #expect(world.model.handle(arrival(first)) == [.shared(.markNoticeSeen(first.id)), .bell])
        world.clock.advance(milliseconds: 29_000)
        _ = world.model.handle(.shared(.tick))
        #expect(world.text.contains("Reminder: chalk"))
        // It comes again with the next connection, as long as the server doesn't know.
        world.clock.advance(milliseconds: 2_000)
        _ = world.model.handle(.shared(.tick))
        #expect(world.model.handle(.shared(.notices([first]))) == [.shared(.markNoticeSeen(first.id))])
        #expect(!world.text.contains("chalk"))
    }

    @Test func whatComesWhileNobodyLooksWaits() {
        var world = AppWorld(rows: 24, columns: 120)
        world.open([])
        _ = world.model.handle(.terminal([.focus(false)]))
        let (first, second) = (notice(1, "chalk", in: world), notice(2, "water", in: world))
        let effects = world.model.handle(arrival(first))
        #expect(effects == [.bell, .notify(title: "Spotter", body: "A reminder is due")])
        #expect(world.model.handle(arrival(second)).contains(.bell))
        #expect(world.model.handle(arrival(second)) == [], "it is told once")
        #expect(!world.text.contains("chalk"))
        // The other device has shown one meanwhile.
        let seen = NoticesSeen(noticeIds: [second.id], at: world.clock.now())
        _ = world.model.handle(.shared(.event(.noticesSeen(seen))))
        let looked = world.model.handle(.terminal([.focus(true)]))
        #expect(looked.contains(.shared(.markNoticeSeen(first.id))))
        #expect(!looked.contains(.shared(.markNoticeSeen(second.id))))
        #expect(world.text.contains("chalk") && !world.text.contains("water"))
    }
}
