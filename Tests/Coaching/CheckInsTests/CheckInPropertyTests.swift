import Domain
import Foundation
import Messaging
import MessagingTestKit
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import CheckIns

/// A thousand months of check-ins, or a tenth of them, in zones with different changes of their clocks, while the server
/// restarts and its clock jumps: each is asked once, at its instant.
@Suite(.longTimeLimit) struct CheckInPropertyTests {
    /// One client's check-ins as this test expects them, from a calendar of Foundation's and nothing of the code under
    /// test.
    private struct Expected {
        let id: CheckInID
        let client: UserID
        let occurrences: [Timestamp]
        let calendar: Calendar
        let hasQuietHours: Bool
        var next: Int?
        var last: Int?
        var advancedAt: Timestamp
        var asked: [String: Timestamp] = [:]

        /// The clock was set back: occurrences that it jumped over lie ahead again.
        mutating func reconsider(at now: Timestamp) {
            guard let last, advancedAt > now else { return }
            let found = occurrences.firstIndex { $0 > max(occurrences[last], now) }
            guard let found else { return }
            next = found
            advancedAt = now
        }

        mutating func look(at now: Timestamp) {
            guard let index = next, occurrences[index] <= now else { return }
            // What is late isn't asked in quiet hours either.
            guard !hasQuietHours || CheckInPropertyTests.isLoud(now, calendar) else { return }
            asked["check-in-\(id)-\(occurrences[index].milliseconds)"] = now
            last = index
            advancedAt = now
            next = occurrences.firstIndex { $0 > max(occurrences[index], now) }
        }
    }

    private static let zones = ["America/New_York", "Europe/Stockholm", "Australia/Lord_Howe", "UTC", "Asia/Kolkata"]
    private static let start = MessagingFixture.start
    /// Of each check-in.
    private static let months = 10
    private static let quiet = QuietHours(from: "21:30", to: "07:15")

    @Test(arguments: TestLength.choose([1], full: [1, 37]) as [UInt64]) func eachIsAskedOnceAtItsInstant(
        seed: UInt64
    ) async throws {
        var random = SeededRandom(seed: seed)
        try await CheckInHouse.run { first in
            var house = first
            let (trainer, clients) = try await house.fixture.studio(clients: Self.zones.count)
            for (client, zone) in zip(clients, Self.zones) { try await house.setZone(zone, of: client) }
            var expected: [Expected] = []
            for number in 0..<TestLength.choose(10, full: 100) {
                let place = number % clients.count
                expected.append(try await Self.plan(number, clients[place], Self.zones[place], house, trainer, &random))
            }
            var now = Self.start
            var (restarts, forward, back) = (0, 0, 0)
            while let wake = try await house.service.nextWake() {
                var mayHaveGoneBack = false
                let former = now
                switch Int.random(in: 0..<100, using: &random) {
                case ..<2:
                    forward += 1
                    now = now.adding(minutes: Int64.random(in: 60...15_000, using: &random))
                case 2..<4:
                    back += 1
                    now = now.adding(minutes: -Int64.random(in: 60...2500, using: &random))
                case 4..<7:
                    restarts += 1
                    // The clock of a machine that was down may say anything.
                    now = now.adding(minutes: Int64.random(in: -600...1200, using: &random))
                    house = CheckInHouse(try await house.fixture.reopened())
                    mayHaveGoneBack = true
                default: now = max(now, wake)
                }
                if now < former || mayHaveGoneBack {
                    for index in expected.indices { expected[index].reconsider(at: now) }
                }
                for index in expected.indices { expected[index].look(at: now) }
                try await house.pass(to: now)
            }
            #expect(restarts > 3 && forward > 3 && back > 3)
            try await Self.compare(expected, house, trainer)
        }
    }

    // MARK: Steps

    private static func plan(
        _ number: Int,
        _ client: User,
        _ zone: String,
        _ house: CheckInHouse,
        _ trainer: User,
        _ random: inout SeededRandom
    ) async throws -> Expected {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        let hour = [6, 8, 18, 22].randomElement(using: &random) ?? 8
        let day = calendar.date(byAdding: .day, value: Int.random(in: 2...6, using: &random), to: date(start))
        let first = calendar.startOfDay(for: try #require(day))
        let (unit, step, count, rule): (Calendar.Component, Int, Int, String) =
            [
                (.day, 7, months * 30 / 7, "FREQ=WEEKLY"), (.day, 14, months * 30 / 14, "FREQ=WEEKLY;INTERVAL=2"),
                (.month, 1, months, "FREQ=MONTHLY"), (.day, 3, months * 10, "FREQ=DAILY;INTERVAL=3"),
            ][number % 4]
        let occurrences = (0..<count).compactMap { index in
            calendar.date(byAdding: unit, value: index * step, to: first).flatMap {
                calendar.date(bySettingHour: hour, minute: 0, second: 0, of: $0)
            }.map(timestamp)
        }
        let local = calendar.dateComponents([.year, .month, .day], from: first)
        let parts = [local.year, local.month, local.day, hour].compactMap { $0 }.map { $0 < 10 ? "0\($0)" : "\($0)" }
        let hasQuietHours = number.isMultiple(of: 3)
        let new = NewCheckIn(
            title: "Check \(number)",
            questions: [CheckInQuestion(kind: .scale, prompt: "Energy")],
            clients: [client.id],
            startsAt: parts.prefix(3).joined(separator: "-") + "T\(parts[3]):00",
            rrule: "\(rule);COUNT=\(count)",
            quietHours: hasQuietHours ? quiet : nil,
            remindAfterHours: number.isMultiple(of: 2) ? 20 : 0
        )
        let made = try await house.checkIns.create(new, by: trainer.actor)
        return Expected(
            id: made.id,
            client: client.id,
            occurrences: occurrences,
            calendar: calendar,
            hasQuietHours: hasQuietHours,
            next: 0,
            advancedAt: start
        )
    }

    fileprivate static func isLoud(_ instant: Timestamp, _ calendar: Calendar) -> Bool {
        let parts = calendar.dateComponents([.hour, .minute], from: date(instant))
        return (435..<1290).contains((parts.hour ?? 0) * 60 + (parts.minute ?? 0))
    }

    private static func compare(_ expected: [Expected], _ house: CheckInHouse, _ trainer: User) async throws {
        var sent: [String: Timestamp] = [:]
        var reminders = 0
        for client in Set(expected.map(\.client)) {
            let chat = try await house.fixture.services.chats.open(.direct(with: client), by: trainer.actor).chat.id
            var after: Int64 = 0
            while true {
                let page = try await house.fixture.services.chats.history(
                    of: chat,
                    after: after,
                    limit: 200,
                    for: trainer.actor
                )
                for message in page.messages {
                    if message.text.hasPrefix("🔔") {
                        reminders += 1
                    } else {
                        #expect(sent.updateValue(message.createdAt, forKey: message.clientMessageId) == nil)
                    }
                }
                guard page.hasMore, let last = page.messages.last else { break }
                after = last.seq
            }
        }
        let all = expected.reduce(into: [String: Timestamp]()) { $0.merge($1.asked) { one, _ in one } }
        #expect(sent.count == all.count && all.count > expected.count * 5)
        for (id, instant) in all where sent[id] != instant {
            Issue.record("\(id): expected at \(instant), asked at \(sent[id]?.description ?? "never")")
        }
        // What was asked and the messages that ask are the same, and at most one of a form is open.
        #expect(try await house.rows("asked_check_ins") == Int64(sent.count))
        #expect(try await house.rows("asked_check_ins WHERE state = 'open'") == Int64(expected.count))
        #expect(try await house.rows("asked_check_ins WHERE reminded_at IS NOT NULL") == Int64(reminders))
        #expect(reminders > 0)
    }

    private static func date(_ instant: Timestamp) -> Date {
        Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
    }
    private static func timestamp(_ date: Date) -> Timestamp {
        Timestamp(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }
}
