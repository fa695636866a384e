import Domain
import Foundation
import SpotterAPI
import SpotterClient
import TestSupport
import Testing

@testable import Terminal

@Suite struct NoticeTests {
    private static func id<Entity>(_ number: UInt64) -> ID<Entity> { ID(high: 0x0190_0000_0000_7000, low: number) }
    // Wed 11 Mar 2026 13:15 UTC
    private let clock = ManualClock(Timestamp(milliseconds: 1_773_234_900_000))
    private let me = User(id: id(1), email: "b@example.com", displayName: "Bea", role: .client, timezone: "UTC")

    private func time() throws -> LocalTime { LocalTime(try #require(TimeZone(identifier: "UTC"))) }

    private func notice(
        _ number: UInt64,
        _ kind: Notice.Kind,
        _ text: String,
        with: [String] = [],
        at place: String? = nil
    )
        -> Notice
    {
        let start = clock.now().adding(minutes: 60)
        return Notice(
            id: Self.id(number),
            userId: me.id,
            kind: kind,
            text: text,
            startsAt: kind == .reminderDue ? clock.now() : start,
            endsAt: kind == .reminderDue ? nil : start.adding(minutes: 60),
            previousStartsAt: kind == .eventMoved ? start.adding(minutes: -30) : nil,
            location: place,
            with: with,
            createdAt: clock.now()
        )
    }

    private func line(_ notice: Notice) throws -> String {
        NoticeFormatter.line(notice, now: clock.now(), time: try time(), style: .plain)
    }

    @Test func linesSayWhatHappened() throws {
        #expect(try line(notice(1, .reminderDue, "drink water")) == "⏰ Reminder: drink water")
        #expect(
            try line(notice(2, .eventMoved, "Training with Alex", with: ["Alex"]))
                == "📅 Training with Alex moved to Wed 11 Mar 14:15 (was Wed 11 Mar 13:45)"
        )
        #expect(try line(notice(3, .eventCreated, "Legs", with: ["Alex"])) == "📅 New: Legs with Alex, Wed 11 Mar 14:15")
        #expect(
            try line(notice(7, .eventRelocated, "Legs", with: ["Alex"], at: "Studio 2"))
                == "📅 Legs with Alex on Wed 11 Mar 14:15 is now at Studio 2"
        )
        #expect(
            try line(notice(8, .eventRelocated, "Legs")) == "📅 Legs on Wed 11 Mar 14:15 is now without a place"
        )
        #expect(
            try line(notice(9, .eventMoved, "Legs", at: "Studio 2"))
                == "📅 Legs moved to Wed 11 Mar 14:15, Studio 2 (was Wed 11 Mar 13:45)"
        )
        #expect(
            try line(notice(10, .measureAlert, "sleep down to 4.5 h", with: ["Tom\u{1B}[2J"]))
                == "📈 Tom␛[2J: sleep down to 4.5 h  (spotter progress)"
        )
        #expect(try line(notice(4, .eventCancelled, "Legs")) == "📅 Legs on Wed 11 Mar 14:15 is cancelled")
        let hostile = try line(notice(5, .reminderDue, "a\u{1B}[2Jb\nc"))
        #expect(!hostile.contains("\u{1B}") && !hostile.contains("\n"))
        clock.advance(milliseconds: 3_600_000)
        let late = Notice(
            id: Self.id(6),
            userId: me.id,
            kind: .reminderDue,
            text: "x",
            startsAt: clock.now().adding(minutes: -60),
            createdAt: clock.now()
        )
        #expect(try line(late) == "⏰ Reminder: x (was due Wed 11 Mar 13:15)")
    }

    @Test func chatShowsEachOnceAndSaysThatItWasSeen() throws {
        var model = ChatModel(me: me, time: try time(), clock: clock)
        #expect(model.handle(.connection(.online)).contains(.loadNotices))
        let (first, second) = (notice(1, .reminderDue, "drink water"), notice(2, .eventCancelled, "Legs"))
        #expect(
            model.handle(.notices([first])) == [
                .print(["⏰ Reminder: drink water"]), .markNoticeSeen(first.id),
            ]
        )
        // It came by the socket as well. The server may not have heard that it was seen.
        #expect(model.handle(.event(.notice(first))) == [.markNoticeSeen(first.id)])
        // Another device has shown the second one.
        _ = model.handle(.event(.noticesSeen(NoticesSeen(noticeIds: [second.id], at: clock.now()))))
        #expect(model.handle(.event(.notice(second))) == [.markNoticeSeen(second.id)])
    }

    @Test func aTrainersRequestIsToldWhereverTheClientIs() throws {
        let request = ReceivedContactRequest(
            id: Self.id(3),
            userId: Self.id(4),
            displayName: "Zed\u{1B}[2J Moe",
            at: clock.now()
        )
        let line = NoticeFormatter.line(request, style: .plain)
        #expect(line.hasPrefix("👋 Zed") && line.contains("/accept zed") && !line.contains("\u{1B}"))
        var model = ChatModel(me: me, time: try time(), clock: clock)
        #expect(model.handle(.event(.contactRequest(request))) == [.print([line])])
    }

    @Test func agendaHasADayAsHeading() throws {
        let time = try time()
        let range = AgendaRange(.week, now: clock.now(), time: time)
        func event(_ hours: Int64, _ title: String, _ with: String?, _ status: EventStatus = .scheduled) -> ListedEvent
        {
            let start = clock.now().adding(minutes: hours * 60)
            return ListedEvent(
                CalendarEvent(
                    id: Self.id(7),
                    trainerId: me.id,
                    eventType: .training,
                    title: title,
                    clientId: me.id,
                    startsAt: start,
                    endsAt: start.adding(minutes: 60),
                    status: status,
                    createdBy: .manual
                ),
                with: with
            )
        }
        let events = [
            event(1, "Training with Alex", "Alex"), event(2, "Gone", nil, .cancelled), event(24, "Legs", "Alex"),
        ]
        #expect(
            AgendaFormatter.lines(events, range, time: time, style: .plain) == [
                "Wed 11 Mar 2026", "  14:15–15:15  Training with Alex", "Thu 12 Mar 2026", "  13:15–14:15  Legs · Alex",
            ]
        )
        #expect(AgendaFormatter.lines([], range, time: time, style: .plain) == ["Nothing in the next seven days."])
        #expect(range.end.milliseconds(since: range.start) == 7 * 86_400_000)
        #expect(SlashCommand("/agenda today") == .agenda(.today))
        #expect(SlashCommand("/agenda") == .agenda(.week))
        #expect(SlashCommand("/agenda tomorrow") == .invalid("/agenda takes today or week."))
    }

    @Test func remindersAreNumbered() throws {
        func reminder(_ number: UInt64, _ text: String, _ minutes: Int64, completed: Bool = false) -> Reminder {
            Reminder(
                id: Self.id(number),
                ownerId: me.id,
                text: text,
                dueAt: clock.now().adding(minutes: minutes),
                clientId: nil,
                completed: completed,
                createdBy: .manual
            )
        }
        let list = [reminder(1, "late", -60), reminder(2, "done", -30, completed: true), reminder(3, "next", 60)]
        #expect(
            ReminderFormatter.lines(list, now: clock.now(), time: try time(), style: .plain) == [
                "  1  Wed 11 Mar 12:15 (due)  late", "  2  Wed 11 Mar 14:15  next",
            ]
        )
    }
}
