import Accounts
import Contacts
import ContactsTestKit
import Domain
import Messaging
import MessagingTestKit
import Scheduling
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Measures

/// The clock of the house says 8 March 2026.
@Suite struct MeasureAlertTests {
    /// The client writes values down for the days up to a day, and they are judged.
    private static func write(
        _ kind: MeasureKind,
        _ values: [Double],
        upTo last: String = "2026-03-08",
        _ house: MeasureHouse,
        by user: User? = nil
    ) async throws {
        let end = try #require(LocalDay(iso: last))
        for (number, value) in values.enumerated() {
            let day = end.adding(days: number - values.count + 1).iso
            let detail = kind == .pain ? "knee" : nil
            let request = NewMeasurePointRequest(kind: kind.rawValue, value: value, day: day, detail: detail)
            _ = try await house.service.add(request, to: house.client.id, by: (user ?? house.client).actor)
        }
        try await house.follower.readPending()
    }

    private static func notices(_ house: MeasureHouse, of user: User? = nil) async throws -> [Notice] {
        let notices = Notices(database: house.fixture.database, clock: house.fixture.clock)
        return try await notices.list(for: (user ?? house.trainer).actor, includesSeen: true).notices
    }

    private static func told(_ house: MeasureHouse, of user: User? = nil) async throws -> [String] {
        try await notices(house, of: user).map(\.text)
    }

    private static func turn(on isOn: Bool, _ house: MeasureHouse, for user: User? = nil) async throws {
        _ = try await house.service.setAlerts(.init(enabled: isOn), by: (user ?? house.trainer).actor)
    }

    private static let cases: [(MeasureKind, [Double], String?)] = [
        (.weight, [80.0, 80.4, 79.8, 82.4], "Weight up to 82.4 kg"),
        (.weight, [80, 80.4, 79.8, 77.6], "Weight down to 77.6 kg"), (.weight, [80, 80.4, 79.8, 82.3], nil),
        (.sleep, [7.5, 8, 7, 5.5], "Sleep down to 5.5 h"), (.sleep, [7.5, 8, 7, 5.6], nil),
        (.sleep, [4, 4, 5, 9], nil), (.steps, [9000, 8000, 10_000, 4500], "Steps down to 4500 steps"),
        (.steps, [9000, 8000, 10_000, 4501], nil), (.mood, [7, 8, 7, 4], "Mood down to 4 points"),
        (.energy, [7, 8, 7, 5], nil), (.stress, [2, 3, 2, 5], "Stress up to 5 points"),
        (.pain, [1, 2, 1, 4], "Knee pain up to 4 points"), (.pain, [6, 6, 5, 2], nil),
        (.restingPulse, [52, 54, 53, 63], "Resting pulse up to 63 bpm"), (.restingPulse, [52, 54, 53, 62], nil),
        (.bloodPressure, [120, 122, 118, 140], "Blood pressure up to 140 mmHg"),
        // Two values aren't what is usual.
        (.sleep, [8, 8, 4], nil), (.sleep, [4], nil),
        // The middle one of an even number, and one that isn't usual doesn't count for much.
        (.sleep, [8, 2, 8, 8, 5.9], "Sleep down to 5.9 h"), (.lift, [100, 100, 100, 20], nil),
        (.waist, [80, 80, 80, 120], nil),
    ]

    @Test(arguments: cases)
    func aDropOrJumpIsTold(kind: MeasureKind, values: [Double], text: String?) async throws {
        try await MeasureHouse.run { house in
            try await Self.turn(on: true, house)
            try await Self.write(kind, values, house)
            let notices = try await Self.notices(house)
            #expect(notices.map(\.text) == [text].compactMap { $0 })
            #expect(notices.allSatisfy { $0.kind == .measureAlert && $0.with == [house.client.displayName] })
            #expect(try await Self.told(house, of: house.client).isEmpty)
        }
    }

    @Test func itIsOffUntilATrainerTurnsItOn() async throws {
        try await MeasureHouse.run { house in
            #expect(try await house.service.alerts(of: house.trainer.actor).enabled == false)
            try await Self.write(.sleep, [8, 8, 8, 4], house)
            try await Self.turn(on: true, house)
            #expect(try await house.service.alerts(of: house.trainer.actor).enabled)
            // What was said before isn't told.
            try await house.follower.readPending()
            #expect(try await Self.told(house).isEmpty)
            try await Self.turn(on: false, house)
            try await house.say("Slept 3 h", "m1")
            #expect(try await Self.told(house).isEmpty)
            #expect(await code { try await Self.turn(on: true, house, for: house.client) } == .forbidden)
            #expect(await code { _ = try await house.service.alerts(of: house.client.actor) } == .forbidden)
        }
    }

    @Test func onlyNewsIsTold() async throws {
        try await MeasureHouse.run { house in
            try await Self.turn(on: true, house)
            try await Self.write(.sleep, [8, 8, 8, 4], upTo: "2026-03-05", house)
            #expect(try await Self.told(house).isEmpty, "older than two days")
            try await Self.write(.mood, [8, 8, 8, 3], house, by: house.trainer)
            #expect(try await Self.told(house).isEmpty, "the trainer knows it")
            let days = ["05,energy,8", "06,energy,8", "07,energy,8", "08,energy,2"]
            let table = (["day,kind,value"] + days.map { "2026-03-\($0)" }).joined(separator: "\n")
            _ = try await house.service.bring(table: table, to: house.client.id, by: house.client.actor)
            try await house.follower.readPending()
            #expect(try await Self.told(house).isEmpty, "a table")
            try await Self.write(.stress, [2, 2, 2, 2], house)
            let late = NewMeasurePointRequest(kind: "stress", value: 9, day: "2026-03-07")
            _ = try await house.service.add(late, to: house.client.id, by: house.client.actor)
            try await house.follower.readPending()
            #expect(try await Self.told(house).isEmpty, "there is a newer one")
        }
    }

    /// What was noted before a crash is judged after the start, and what was told isn't told again by anything.
    @Test func eachIsToldOnceOverRestarts() async throws {
        try await MeasureHouse.run { first in
            try await Self.turn(on: true, first)
            try await Self.write(.sleep, [7.5, 8, 7], upTo: "2026-03-07", first)
            try await first.fixture.send("Slept 4 h", "m1", to: first.chat, by: first.client)
            var house = first
            for _ in 0..<3 {
                house = MeasureHouse(try await house.fixture.reopened(), first.chat, first.trainer, first.client)
                try await house.follower.readPending()
                #expect(try await Self.told(house) == ["Sleep down to 4 h"])
            }
            // New rules read everything again.
            _ = try await house.fixture.database.write { try $0.execute("DELETE FROM measure_rules") }
            try await house.follower.readPending()
            // More of the same within a week.
            for day in 1...6 {
                house.fixture.clock.advance(milliseconds: 86_400_000)
                try await house.say("Slept 4 h", "again \(day)")
            }
            #expect(try await Self.told(house).count == 1)
            house.fixture.clock.advance(milliseconds: 86_400_000)
            try await house.say("Slept 1 h", "after a week")
            #expect(try await Self.told(house) == ["Sleep down to 4 h", "Sleep down to 1 h"])
            try await house.fixture.database.close()
        }
    }

    @Test func whatIsGoneIsTakenBack() async throws {
        try await MeasureHouse.run { house in
            try await Self.turn(on: true, house)
            try await Self.write(.sleep, [7.5, 8, 7], upTo: "2026-03-07", house)
            let messages = house.fixture.services.messages
            let id = try await house.say("Slept 2 h", "m1")
            #expect(try await Self.told(house) == ["Sleep down to 2 h"])
            // It wasn't seen, so the edit is judged anew.
            _ = try await messages.edit(id, in: house.chat, to: "Slept 3 h", by: house.client.actor)
            #expect(try await Self.told(house).isEmpty)
            try await house.follower.readPending()
            let notice = try #require(try await Self.notices(house).first)
            #expect(notice.text == "Sleep down to 3 h")
            // It was seen: the trainer isn't told twice.
            let notices = Notices(database: house.fixture.database, clock: house.fixture.clock)
            _ = try await notices.markSeen(notice.id, by: house.trainer.actor)
            _ = try await messages.edit(id, in: house.chat, to: "Slept 3.5 h", by: house.client.actor)
            try await house.follower.readPending()
            #expect(try await Self.told(house).isEmpty)
            try await messages.delete(id, in: house.chat, by: house.client.actor)
            #expect(try await house.fixture.count("SELECT count(*) FROM measure_alerts") == 0)
            // What is removed by hand is gone as well.
            try await Self.write(.mood, [8, 8, 8, 3], house)
            let point = try #require(try await house.series(.init(kind: "mood")).first?.points.last)
            #expect(try await Self.told(house) == ["Mood down to 3 points"])
            try await house.service.remove(point.id, of: house.client.id, by: house.client.actor)
            #expect(try await Self.told(house).isEmpty)
        }
    }

    @Test func itIsWordedForTheTrainerAndForNobodyElse() async throws {
        try await MeasureHouse.run { house in
            let other = try await house.fixture.user("other", .trainer)
            _ = try await house.fixture.services.contacts.addClient(house.client, by: other.actor)
            for trainer in [house.trainer, other] { try await Self.turn(on: true, house, for: trainer) }
            try await house.fixture.database.write { connection in
                _ = try connection.execute("UPDATE users SET locale = 'de-CH' WHERE id = $1", house.trainer.id)
            }
            for (number, hours) in [8, 8, 8, 4.5].enumerated() {
                try await house.say("Slept \(hours) h", "m\(number)")
                house.fixture.clock.advance(milliseconds: 86_400_000)
            }
            #expect(try await Self.told(house) == ["Schlaf: gefallen auf 4,5 h"])
            #expect(try await Self.told(house, of: other).isEmpty)
        }
    }

    @Test(arguments: [true, false]) func itGoesWithTheRelationAndTheAccount(isAccount: Bool) async throws {
        try await MeasureHouse.run { house in
            try await Self.turn(on: true, house)
            try await Self.write(.sleep, [8, 8, 8, 4], house)
            #expect(try await Self.told(house).count == 1)
            if isAccount {
                let erasure = MeasureErasure(database: house.fixture.database)
                let (gone, trainer) = (house.client, house.trainer)
                for user in [gone, trainer] {
                    try await erasure.erase(DeletedUser(id: user.id, name: user.displayName, role: user.role))
                    #expect(try await house.fixture.database.read { try erasure.isErased(user.id, on: $0) })
                }
                #expect(try await house.fixture.count("SELECT count(*) FROM measure_settings") == 0)
            } else {
                try await house.fixture.services.contacts.remove(house.client.id, by: house.trainer.actor)
            }
            #expect(try await Self.told(house).isEmpty)
            #expect(try await house.fixture.count("SELECT count(*) FROM measure_alerts") == 0)
        }
    }
}
