import Contacts
import ContactsTestKit
import Domain
import Messaging
import MessagingTestKit
import SpotterAPI
import TestSupport
import Testing

@testable import Scheduling

@Suite struct ScheduledMessagesTests {
    private static let start = MessagingFixture.start  // Sunday, 8 March 2026, 20:00 UTC
    private static func after(_ minutes: Int64) -> Timestamp { start.adding(minutes: minutes) }

    private static func new(_ chat: ChatID, _ text: String = "later", minutes: Int64 = 60) -> NewScheduledMessage {
        NewScheduledMessage(chatId: chat, text: text, start: .at(after(minutes)))
    }

    @Test func itIsSentOnceAndIsAnOrdinaryMessage() async throws {
        try await ScheduleHouse.run { house in
            let (chat, trainer, client) = try await house.fixture.pair()
            let made = try await house.create(Self.new(chat), by: trainer.actor)
            #expect(made.state == .scheduled && made.dueAt == Self.after(60))
            try await house.pass(to: Self.after(59))
            #expect(try await house.texts(in: chat, for: client) == [])
            try await house.pass(to: Self.after(60))
            try await house.pass(to: Self.after(61))
            #expect(try await house.texts(in: chat, for: client) == ["later"])
            let message = try #require(
                try await house.fixture.services.chats.list(for: client.actor).first?.lastMessage
            )
            #expect(message.senderId == trainer.id && message.createdAt == Self.after(60))
            let sent = try await house.scheduled.list(for: trainer.actor)
            #expect(sent.map(\.state) == [.sent] && sent.map(\.messageId) == [message.id])
            #expect(try await house.scheduled.list(for: client.actor) == [])
            // Scheduled, sent: other devices of hers learn of both, and nobody else does.
            #expect(house.told.frames(to: trainer.id).count == 2 && house.told.frames(to: client.id).isEmpty)
            try await house.fixture.services.messages.delete(message.id, in: chat, by: trainer.actor)
        }
    }

    @Test func whatIsWrongIsRefused() async throws {
        try await ScheduleHouse.run { house in
            let (chat, trainer, client) = try await house.fixture.pair()
            let other = try await house.fixture.user("other", .trainer)
            let ahead = NewScheduledMessage.Start.at(Self.after(60))
            let wrong: [(NewScheduledMessage, ErrorCode)] = [
                (.init(chatId: chat, text: " ", start: ahead), .invalidRequest),
                (.init(chatId: chat, text: "x", start: .at(Self.start)), .invalidRequest),
                (.init(chatId: chat, text: "x", start: .at(.latest)), .invalidRequest),
                (.init(chatId: chat, text: "x", start: .local("tomorrow")), .invalidRequest),
                (.init(chatId: chat, text: "x", start: .words("6 to 8 weeks")), .invalidRequest),
                (.init(chatId: chat, text: "x", start: .words("tomorrow")), .invalidRequest),
                (.init(chatId: chat, text: "x", start: ahead, rrule: "FREQ=MINUTELY"), .invalidRequest),
                (.init(chatId: chat, text: "x", start: ahead, rrule: "often"), .invalidRequest),
                (.init(chatId: chat, text: "x", start: ahead, zone: "Mars/Olympus"), .invalidRequest),
                (
                    .init(chatId: chat, text: "x", start: ahead, quietHours: .init(from: "1", to: "2")),
                    .invalidRequest
                ),
                (.init(chatId: ChatID(high: 1, low: 1), text: "x", start: ahead), .notAMember),
            ]
            for (new, expected) in wrong {
                #expect(await code { _ = try await house.create(new, by: trainer.actor) } == expected)
            }
            #expect(
                await code { _ = try await house.create(Self.new(chat), by: other.actor) } == .notAMember
            )
            let mine = try await house.create(Self.new(chat), by: trainer.actor)
            #expect(await code { try await house.scheduled.delete(mine.id, by: client.actor) } == .notFound)
            #expect(
                await code { _ = try await house.scheduled.change(mine.id, .init(text: "y"), by: client.actor) }
                    == .notFound
            )
        }
    }

    @Test(arguments: [
        ("Europe/London", "4/5 at 9am", "2026-05-04T09:00+01:00"),
        ("America/New_York", "4/5 at 9am", "2026-04-05T09:00-04:00"),
        ("UTC", "4/5 at 9am", nil), ("UTC", "20/4 at 9am", "2026-04-20T09:00Z"),
        ("Europe/Paris", "le 15 à 9h", "2026-03-15T09:00+01:00"), ("Europe/Paris", "tuesday 17", nil),
        ("Europe/Berlin", "morgen um fünf vor halb neun", "2026-03-09T08:25+01:00"),
    ])
    func datesAreInTheOrderOfTheSendersZone(zone: String, words: String, expected: String?) async throws {
        try await ScheduleHouse.run { house in
            let (chat, trainer, _) = try await house.fixture.pair()
            try await house.setZone(zone, of: trainer)
            let message = NewScheduledMessage(chatId: chat, text: "x", start: .words(words))
            guard let expected else {
                await #expect(throws: SpotterError.self) { try await house.create(message, by: trainer.actor) }
                return
            }
            #expect(try await house.create(message, by: trainer.actor).sendAt == instant(expected))
        }
    }

    @Test func wordsAreOfTheSendersClockAndRecurrencesOfTheReceivers() async throws {
        try await ScheduleHouse.run { house in
            let (chat, trainer, client) = try await house.fixture.pair()
            try await house.setZone("America/New_York", of: trainer)
            try await house.setZone("Europe/Stockholm", of: client)
            let once = try await house.create(
                NewScheduledMessage(chatId: chat, text: "a", start: .words("tomorrow at 9am")),
                by: trainer.actor
            )
            #expect(once.sendAt == instant("2026-03-09T09:00-04:00"))
            let weekly = try await house.create(
                NewScheduledMessage(chatId: chat, text: "b", start: .words("every Monday at 8am")),
                by: trainer.actor
            )
            #expect(weekly.sendAt == instant("2026-03-09T08:00+01:00"))
            #expect(weekly.zone == "Europe/Stockholm" && weekly.rrule?.contains("FREQ=WEEKLY") == true)
            // Stockholm's clock goes forward on 29 March; she moves to Sydney after the 30th.
            for (sent, next) in [
                ("2026-03-09T08:00+01:00", "2026-03-16T08:00+01:00"),
                ("2026-03-16T08:00+01:00", "2026-03-23T08:00+01:00"),
                ("2026-03-23T08:00+01:00", "2026-03-30T08:00+02:00"),
            ] {
                try await house.pass(to: instant(sent))
                #expect(try await house.scheduled.message(weekly.id, for: trainer.actor).sendAt == instant(next))
            }
            try await house.setZone("Australia/Sydney", of: client)
            try await house.pass(to: instant("2026-03-30T08:00+02:00"))
            let moved = try await house.scheduled.message(weekly.id, for: trainer.actor)
            #expect(moved.sendAt == instant("2026-04-06T08:00+10:00") && moved.zone == "Australia/Sydney")
            #expect(moved.sentCount == 4)
        }
    }

    @Test func aReplyStopsIt() async throws {
        try await ScheduleHouse.run { house in
            let (chat, trainer, client) = try await house.fixture.pair()
            try await house.fixture.send("before", "1", to: chat, by: client)
            var new = Self.new(chat)
            new.stopOnReply = true
            let made = try await house.create(new, by: trainer.actor)
            try await house.fixture.send("mine", "2", to: chat, by: trainer)
            #expect(try await house.scheduled.message(made.id, for: trainer.actor).state == .scheduled)
            try await house.fixture.send("done already!", "3", to: chat, by: client)
            #expect(try await house.scheduled.message(made.id, for: trainer.actor).state == .stopped)
            try await house.pass(to: Self.after(60))
            #expect(try await house.texts(in: chat, for: client) == ["before", "mine", "done already!"])
            #expect(try await house.scheduled.list(for: trainer.actor).map(\.state) == [.stopped])
            // Scheduled anew, only what is written from then on counts.
            let again = try await house.scheduled.change(
                made.id,
                .init(start: .at(Self.after(120))),
                by: trainer.actor
            )
            #expect(again.state == .scheduled)
            try await house.pass(to: Self.after(120))
            #expect(try await house.texts(in: chat, for: client).last == "later")
        }
    }

    /// What was imported is no reply, wherever it puts the messages that were there.
    @Test func anImportStopsNothing() async throws {
        try await ScheduleHouse.run { house in
            let (chat, trainer, client) = try await house.fixture.pair()
            try await house.fixture.send("before", "1", to: chat, by: client)
            var new = Self.new(chat)
            new.stopOnReply = true
            let made = try await house.create(new, by: trainer.actor)
            for minute in [-30, 30] as [Int64] {
                try await house.fixture.importHistory([("old \(minute)", client, Self.after(minute))], to: chat)
                #expect(try await house.scheduled.message(made.id, for: trainer.actor).state == .scheduled)
            }
            new.text = "another"
            let stopped = try await house.create(new, by: trainer.actor)
            try await house.fixture.send("a reply", "2", to: chat, by: client)
            #expect(try await house.scheduled.message(stopped.id, for: trainer.actor).state == .stopped)
            _ = try await house.scheduled.change(made.id, .init(stopOnReply: false), by: trainer.actor)
            try await house.pass(to: Self.after(60))
            #expect(try await house.texts(in: chat, for: client).last == "later")
        }
    }

    @Test func quietHoursOfTheReceiverPostponeIt() async throws {
        try await ScheduleHouse.run { house in
            let (chat, trainer, client) = try await house.fixture.pair()
            try await house.setZone("Europe/Stockholm", of: client)
            let night = NewScheduledMessage(
                chatId: chat,
                text: "late",
                start: .at(instant("2026-03-10T23:00+01:00"))
            )
            let loud = try await house.create(night, by: trainer.actor)
            #expect(loud.dueAt == loud.sendAt)
            try await house.scheduled.quietHours.set(QuietHours(from: "21:00", to: "07:30"), by: client.actor)
            #expect(try await house.scheduled.quietHours.hours(of: client.actor)?.to == "07:30")
            let quiet = try await house.create(night, by: trainer.actor)
            #expect(quiet.dueAt == instant("2026-03-11T07:30+01:00"))
            // What was scheduled before she set them waits as well.
            try await house.pass(to: instant("2026-03-10T23:00+01:00"))
            #expect(try await house.texts(in: chat, for: client) == [])
            try await house.pass(to: instant("2026-03-11T07:30+01:00"))
            #expect(try await house.texts(in: chat, for: client) == ["late", "late"])
            // What is late because the server was down waits for the morning, too.
            let evening = NewScheduledMessage(
                chatId: chat,
                text: "belated",
                start: .at(instant("2026-03-12T20:00+01:00"))
            )
            _ = try await house.create(evening, by: trainer.actor)
            try await house.pass(to: instant("2026-03-12T23:00+01:00"))
            #expect(try await house.texts(in: chat, for: client).last == "late")
            try await house.pass(to: instant("2026-03-13T07:30+01:00"))
            #expect(try await house.texts(in: chat, for: client).last == "belated")
            try await house.scheduled.quietHours.set(nil, by: client.actor)
            #expect(try await house.scheduled.quietHours.hours(of: client.actor) == nil)
        }
    }

    @Test func whoMayNotWriteAnyMoreIsToldSo() async throws {
        try await ScheduleHouse.run { house in
            let fixture = house.fixture
            let (trainer, clients) = try await fixture.studio(clients: 4)
            let services = fixture.services
            func direct(_ client: User) async throws -> ChatID {
                try await services.chats.open(.direct(with: client.id), by: trainer.actor).chat.id
            }
            let (blocked, ended, left) = (
                try await direct(clients[0]), try await direct(clients[1]), try await direct(clients[2])
            )
            let group = try await services.chats.open(
                .group(name: "G", with: clients.map(\.id)),
                by: trainer.actor
            ).chat.id
            var made: [ScheduledMessageID: ErrorCode] = [:]
            for (chat, failure) in [
                (blocked, ErrorCode.forbidden), (ended, .notAContact), (left, .conflict),
            ] { made[try await house.create(Self.new(chat), by: trainer.actor).id] = failure }
            let removed = try await house.create(Self.new(group), by: clients[3].actor)
            let silenced = try await house.create(Self.new(group), by: clients[0].actor)
            try await services.blocks.block(trainer.id, by: clients[0].actor)
            try await services.contacts.remove(trainer.id, by: clients[1].actor)
            try await services.chats.remove(clients[2].id, from: left, by: clients[2].actor)
            try await services.chats.remove(clients[3].id, from: group, by: trainer.actor)
            _ = try await services.chats.change(.init(isAnnouncement: true), of: group, by: trainer.actor)
            try await house.pass(to: Self.after(60))
            for message in try await house.scheduled.list(for: trainer.actor) {
                #expect(message.state == .failed && message.failure?.code == made[message.id])
            }
            let gone = try await house.scheduled.message(removed.id, for: clients[3].actor)
            #expect(gone.failure?.code == .notAMember)
            let mute = try await house.scheduled.message(silenced.id, for: clients[0].actor)
            #expect(mute.failure?.code == .forbidden && mute.failure?.message.contains("admins") == true)
            #expect(try await house.texts(in: group, for: trainer) == [])
            // Nothing is tried again, and what can't be sent now can't be scheduled either.
            try await house.pass(to: Self.after(600))
            #expect(
                await code { _ = try await house.create(Self.new(ended, minutes: 900), by: trainer.actor) }
                    == .notAContact
            )
        }
    }

    @Test func changesAndCancellations() async throws {
        try await ScheduleHouse.run { house in
            let (chat, trainer, client) = try await house.fixture.pair()
            let one = try await house.create(Self.new(chat), by: trainer.actor)
            let two = try await house.create(Self.new(chat, "never"), by: trainer.actor)
            let changed = try await house.scheduled.change(
                one.id,
                .init(text: "much later", start: .at(Self.after(90)), rrule: .some("FREQ=DAILY;COUNT=2")),
                by: trainer.actor
            )
            #expect(changed.dueAt == Self.after(90) && changed.rrule != nil)
            try await house.scheduled.delete(two.id, by: trainer.actor)
            try await house.pass(to: Self.after(60))
            #expect(try await house.texts(in: chat, for: client) == [])
            try await house.pass(to: Self.after(90))
            try await house.pass(to: Self.after(90 + 1440))
            #expect(try await house.texts(in: chat, for: client) == ["much later", "much later"])
            #expect(
                await code { _ = try await house.scheduled.change(one.id, .init(text: "x"), by: trainer.actor) }
                    == .conflict
            )
            // The list forgets it after a month.
            try await house.pass(to: Self.after(90 + 1440 + 30 * 1440))
            #expect(try await house.scheduled.list(for: trainer.actor) == [])
        }
    }

    @Test func ofMissedOccurrencesOneIsSent() async throws {
        try await ScheduleHouse.run { house in
            let (chat, trainer, client) = try await house.fixture.pair()
            var new = Self.new(chat, "daily")
            new.rrule = "FREQ=DAILY"
            let made = try await house.create(new, by: trainer.actor)
            try await house.pass(to: Self.after(60 + 5 * 1440 + 10))
            #expect(try await house.texts(in: chat, for: client) == ["daily"])
            #expect(
                try await house.scheduled.message(made.id, for: trainer.actor).sendAt == Self.after(60 + 6 * 1440)
            )
        }
    }
}
