import Domain
import Foundation
import Messaging
import MessagingTestKit
import SchedulingTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Scheduling

/// A thousand scheduled messages, or half of them, over ten months, in zones with different changes of their clocks, while the server
/// restarts and its clock jumps: each is sent once, at its instant.
@Suite(.longTimeLimit) struct ScheduledMessagesPropertyTests {
    /// A message as this test expects it, from a calendar of Foundation's and nothing of the code under test.
    private struct Expected {
        let id: ScheduledMessageID
        let chat: ChatID
        /// In order; the first is when a single message is to be sent, before its quiet hours.
        let occurrences: [Timestamp]
        /// When each is sent; later than the occurrence if that is in quiet hours.
        var due: [Timestamp]
        /// The receiver's, if there are quiet hours.
        let quiet: Calendar?
        var next: Int?
        var last: Int?
        var advancedAt: Timestamp
        var sent: [String: Timestamp] = [:]

        var isRecurring: Bool { occurrences.count > 1 }

        /// The clock was set back: occurrences that it jumped over lie ahead again.
        mutating func reconsider(at now: Timestamp) {
            guard isRecurring, let last, advancedAt > now else { return }
            next = occurrences.firstIndex { $0 > max(occurrences[last], now) }
            if next != nil { advancedAt = now }
        }

        mutating func look(at now: Timestamp) {
            guard let index = next, due[index] <= now else { return }
            // What is late isn't sent in quiet hours either.
            if let quiet {
                due[index] = ScheduledMessagesPropertyTests.loudAfter(now, quiet)
                guard due[index] == now else { return }
            }
            sent["scheduled-\(id)-\(occurrences[index].milliseconds)"] = now
            last = index
            advancedAt = now
            next = occurrences.firstIndex { $0 > max(occurrences[index], now) }
        }
    }

    private static let zones = ["America/New_York", "Europe/Stockholm", "Australia/Lord_Howe", "UTC", "Asia/Kolkata"]
    private static let start = MessagingFixture.start
    private static let days = 300

    @Test(arguments: TestLength.choose([1], full: [1, 20_260_308]) as [UInt64]) func eachIsSentOnceAtItsInstant(
        seed: UInt64
    ) async throws {
        var random = SeededRandom(seed: seed)
        try await MessagingFixture.run(with: [.scheduling]) { fixture in
            var house = ScheduleHouse(fixture)
            let (trainer, clients) = try await fixture.studio(clients: Self.zones.count)
            var chats: [ChatID] = []
            for (client, zone) in zip(clients, Self.zones) {
                try await house.setZone(zone, of: client)
                chats.append(
                    try await fixture.services.chats.open(.direct(with: client.id), by: trainer.actor).chat.id
                )
            }
            var expected: [Expected] = []
            for number in 0..<TestLength.choose(300, full: 1000) {
                let place = Int.random(in: 0..<chats.count, using: &random)
                expected.append(
                    try await Self.schedule(number, chats[place], Self.zones[place], house, trainer, &random)
                )
            }
            var now = Self.start
            var (restarts, forward, back) = (0, 0, 0)
            while let wake = try await house.service.nextWake(),
                now < Self.start.adding(seconds: Int64(Self.days + 60) * 86_400)
            {
                var mayHaveGoneBack = false
                let former = now
                switch Int.random(in: 0..<100, using: &random) {
                case ..<2:
                    forward += 1
                    now = now.adding(minutes: Int64.random(in: 60...5000, using: &random))
                case 2..<4:
                    back += 1
                    now = now.adding(minutes: -Int64.random(in: 60...2500, using: &random))
                case 4..<7:
                    restarts += 1
                    // The clock of a machine that was down may say anything.
                    now = now.adding(minutes: Int64.random(in: -600...1200, using: &random))
                    house = ScheduleHouse(try await house.fixture.reopened())
                    mayHaveGoneBack = true
                default: now = max(now, wake)
                }
                if now < former || mayHaveGoneBack {
                    for index in expected.indices { expected[index].reconsider(at: now) }
                }
                for index in expected.indices { expected[index].look(at: now) }
                try await house.pass(to: now)
            }
            #expect(restarts > 10 && forward > 10 && back > 10)
            try await Self.compare(expected, chats, house, trainer)
        }
    }

    // MARK: Steps

    private static func schedule(
        _ number: Int,
        _ chat: ChatID,
        _ zone: String,
        _ house: ScheduleHouse,
        _ trainer: User,
        _ random: inout SeededRandom
    ) async throws -> Expected {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        var new = NewScheduledMessage(chatId: chat, text: "message \(number)", start: .at(Self.start))
        let first = start.adding(minutes: Int64.random(in: 1...Int64(days * 1440), using: &random))
        var occurrences = [first]
        if Int.random(in: 0..<10, using: &random) < 3 {
            // At eight on the receiver's wall clock, however often that changes.
            let count = Int.random(in: 2...12, using: &random)
            let step = [1, 7, 28].randomElement(using: &random) ?? 1
            let day = calendar.startOfDay(for: date(first))
            occurrences = (0..<count).compactMap { index in
                calendar.date(byAdding: .day, value: 1 + index * step, to: day)
                    .flatMap { calendar.date(bySettingHour: 8, minute: 0, second: 0, of: $0) }.map(timestamp)
            }
            new.rrule = step == 1 ? "FREQ=DAILY;COUNT=\(count)" : "FREQ=WEEKLY;INTERVAL=\(step / 7);COUNT=\(count)"
            let local = calendar.dateComponents([.year, .month, .day], from: date(occurrences[0]))
            let text = [local.year, local.month, local.day].compactMap { $0 }.map { $0 < 10 ? "0\($0)" : "\($0)" }
            new.start = .local(text.joined(separator: "-") + "T08:00")
        } else {
            new.start = .at(first)
            if number.isMultiple(of: 4) { new.quietHours = QuietHours(from: "21:30", to: "07:15") }
        }
        let made = try await house.create(new, by: trainer.actor)
        #expect(made.sendAt == occurrences[0])
        let due = occurrences.map { new.quietHours == nil ? $0 : loudAfter($0, calendar) }
        #expect(made.dueAt == due[0], "\(made.sendAt) in \(zone)")
        return Expected(
            id: made.id,
            chat: chat,
            occurrences: occurrences,
            due: due,
            quiet: new.quietHours == nil ? nil : calendar,
            next: 0,
            advancedAt: start
        )
    }

    /// The first instant from 07:15 to 21:30, found minute by minute.
    fileprivate static func loudAfter(_ instant: Timestamp, _ calendar: Calendar) -> Timestamp {
        var loud = instant
        while true {
            let parts = calendar.dateComponents([.hour, .minute], from: date(loud))
            let minute = (parts.hour ?? 0) * 60 + (parts.minute ?? 0)
            if (435..<1290).contains(minute) { return loud }
            loud = loud.adding(minutes: 1)
        }
    }

    private static func compare(
        _ expected: [Expected],
        _ chats: [ChatID],
        _ house: ScheduleHouse,
        _ trainer: User
    ) async throws {
        var sent: [String: Timestamp] = [:]
        for chat in chats {
            var after: Int64 = 0
            while true {
                let page = try await house.fixture.services.chats.history(
                    of: chat,
                    after: after,
                    limit: 200,
                    for: trainer.actor
                )
                for message in page.messages {
                    #expect(sent.updateValue(message.createdAt, forKey: message.clientMessageId) == nil)
                }
                guard page.hasMore, let last = page.messages.last else { break }
                after = last.seq
            }
        }
        let all = expected.reduce(into: [String: Timestamp]()) { $0.merge($1.sent) { one, _ in one } }
        #expect(sent.count == all.count)
        for (id, instant) in all where sent[id] != instant {
            Issue.record("\(id): expected at \(instant), sent at \(sent[id]?.description ?? "never")")
        }
        // Every single one was sent, whatever the clock did.
        #expect(expected.allSatisfy { $0.isRecurring || $0.sent.count == 1 })
    }

    private static func date(_ instant: Timestamp) -> Date {
        Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
    }
    private static func timestamp(_ date: Date) -> Timestamp {
        Timestamp(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }
}
