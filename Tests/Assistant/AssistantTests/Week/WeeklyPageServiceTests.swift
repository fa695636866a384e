import Accounts
import ChatInsights
import Cluster
import ClusterTestKit
import Domain
import Scheduling
import SpotterAPI
import Storage
import TestSupport
import Testing

@testable import Assistant

/// Off until it's turned on; then once for each week and person, whatever clock, server and zone do.
@Suite(.standardTimeLimit) struct WeeklyPageServiceTests {
    private func at(_ text: String) -> Timestamp { Timestamp(rfc3339: text) ?? .earliest }

    private func isOn(_ studio: WeekStudio, _ request: UpdateProactiveRequest) async throws -> Timestamp? {
        try await studio.proactive.change(request, by: studio.coach.actor).nextAt
    }

    @Test func nobodyIsToldWhoDidntAsk() async throws {
        let studio = try await WeekStudio()
        let settings = try await studio.proactive.settings(of: studio.coach.actor)
        #expect(settings == ProactiveSettingsResponse(proactive: .standard, nextAt: nil))
        #expect(!settings.proactive.weekly)
        for _ in 1...30 {
            studio.fixture.clock.advance(milliseconds: 86_400_000)
            try await studio.service().tellDue()
        }
        #expect(try await studio.notices().isEmpty)
        for actor in [studio.sara.actor] {
            await #expect { try await studio.proactive.change(.init(weekly: true), by: actor) } throws: {
                ($0 as? SpotterError)?.code == .forbidden
            }
        }
        await #expect { try await studio.proactive.change(.init(hour: 24), by: studio.coach.actor) } throws: {
            ($0 as? SpotterError)?.code == .invalidRequest
        }
    }

    @Test func aNodeWhoseWorkWasTakenOverTellsNobody() async throws {
        let studio = try await WeekStudio()
        _ = try await isOn(studio, .init(weekly: true))
        studio.fixture.clock.set(at("2026-03-16T06:00:00Z"))
        let takeover = try await TestCluster(studio.fixture.database).takeover()
        let (late, next) = (takeover.late, takeover.next)
        await #expect(throws: LeaseLost.self) { try await late.perform { try await studio.service().tellDue() } }
        #expect(try await studio.notices().isEmpty)
        try await next.perform { _ = try await studio.service().tellDue() }
        try await late.perform { _ = try await studio.service().tellDue() }
        #expect(try await studio.notices().count == 1)
    }

    @Test func onceAWeekWithTheNumberAndNothingElse() async throws {
        let studio = try await WeekStudio()
        try await studio.say("Can we move Friday to xylo?", studio.sara, daysAgo: 1)
        // Monday 16 March, 7:00 in Stockholm.
        #expect(try await isOn(studio, .init(weekly: true)) == at("2026-03-16T06:00:00Z"))
        #expect(try await studio.service().tellDue() == 0)
        studio.fixture.clock.set(at("2026-03-16T06:00:00Z"))
        for _ in 1...3 { try await studio.service().tellDue() }
        let notices = try await studio.notices()
        #expect(notices.map(\.kind) == [.weekReady] && notices.first?.startsAt == at("2026-03-16T06:00:00Z"))
        #expect(notices.first?.text == "Your weekly page is ready: 1 client to look at")
        #expect(try await studio.notices(studio.sara).isEmpty)
        // Another day of the same week is the next week's.
        #expect(try await isOn(studio, .init(weekday: .thu)) == at("2026-03-26T06:00:00Z"))
        #expect(try await isOn(studio, .init(weekly: false)) == nil)
        studio.fixture.clock.set(at("2026-04-16T06:00:00Z"))
        try await studio.service().tellDue()
        #expect(try await studio.notices().count == 1)
    }

    /// The hour that doesn't exist on 29 March, and the one that occurs twice on 25 October.
    @Test func theHourIsTheLocalOne() async throws {
        let studio = try await WeekStudio()
        #expect(try await isOn(studio, .init(weekly: true, weekday: .sun, hour: 2)) == at("2026-03-15T01:00:00Z"))
        studio.fixture.clock.set(at("2026-03-28T23:00:00Z"))
        try await studio.service().tellDue()
        let settings = try await studio.proactive.settings(of: studio.coach.actor)
        #expect(settings.nextAt == at("2026-03-29T01:00:00Z"), "3:00, as clocks were moved on")
        studio.fixture.clock.set(at("2026-10-24T23:30:00Z"))
        try await studio.service().tellDue()
        let before = try await studio.notices().count
        for minute in stride(from: 0, through: 180, by: 10) {
            studio.fixture.clock.set(at("2026-10-24T23:30:00Z").adding(minutes: Int64(minute)))
            try await studio.service().tellDue()
        }
        #expect(try await studio.notices().count == before + 1)
        #expect(try await studio.notices().last?.startsAt == at("2026-10-25T00:00:00Z"), "the first 2:00")
    }

    @Test func whatWasMissedIsToldOnce() async throws {
        let studio = try await WeekStudio()
        _ = try await isOn(studio, .init(weekly: true))
        studio.fixture.clock.set(at("2026-04-08T12:00:00Z"))
        for _ in 1...3 { try await studio.service().tellDue() }
        #expect(try await studio.notices().map(\.startsAt) == [at("2026-04-06T05:00:00Z")])
    }

    @Test func anotherZoneMovesTheHour() async throws {
        let studio = try await WeekStudio()
        _ = try await isOn(studio, .init(weekly: true))
        let user = studio.coach.userId
        _ = try await studio.fixture.database.write {
            try $0.execute("UPDATE users SET timezone = 'America/Los_Angeles' WHERE id = $1", user)
        }
        // Past 7:00 in Stockholm, not in Los Angeles.
        studio.fixture.clock.set(at("2026-03-16T06:30:00Z"))
        for _ in 1...2 { try await studio.service().tellDue() }
        #expect(try await studio.notices().isEmpty)
        studio.fixture.clock.set(at("2026-03-16T14:00:00Z"))
        try await studio.service().tellDue()
        #expect(try await studio.notices().map(\.startsAt) == [at("2026-03-16T14:00:00Z")])
    }

    @Test func aClockThatJumpsTellsNoWeekTwice() async throws {
        let studio = try await WeekStudio()
        _ = try await isOn(studio, .init(weekly: true))
        for time in [
            "2026-03-16T06:00:00Z", "2026-03-01T06:00:00Z", "2026-03-16T06:05:00Z", "2027-03-16T06:00:00Z",
            "2026-03-17T06:00:00Z", "2026-03-16T05:00:00Z", "2026-03-16T06:10:00Z", "2026-03-23T06:00:00Z",
        ] {
            studio.fixture.clock.set(at(time))
            for _ in 1...2 { try await studio.service().tellDue() }
        }
        let told = try await studio.notices().map(\.startsAt.description).sorted()
        // The jumps went to weeks of their own: 23 February and 15 March a year later.
        #expect(told.contains("2026-03-16T06:00:00.000Z") && told.contains("2026-03-23T06:00:00.000Z"))
        #expect(Set(told).count == told.count && told.count <= 4, "\(told)")
    }

    /// Random clocks, restarts, changes and zones: no week is ever told twice, none is told at another hour than the one
    /// chosen, and a quiet year is told whole.
    @Test(arguments: 1...6 as ClosedRange<UInt64>) func noWeekIsToldTwice(seed: UInt64) async throws {
        let studio = try await WeekStudio()
        var random = SeededRandom(seed: seed)
        _ = try await isOn(studio, .init(weekly: true))
        let zones = ["Europe/Stockholm", "America/New_York", "Pacific/Auckland", "Asia/Kolkata", "Pacific/Apia"]
        let user = studio.coach.userId
        for _ in 1...300 {
            switch Int.random(in: 0..<20, using: &random) {
            case 0: studio.fixture.clock.advance(milliseconds: -Int64.random(in: 0..<20 * 86_400_000, using: &random))
            case 1:
                let day = ProactiveSettings.Weekday.allCases[Int.random(in: 0..<7, using: &random)]
                _ = try await isOn(studio, .init(weekday: day, hour: Int.random(in: 0..<24, using: &random)))
            case 2:
                let zone = zones[Int.random(in: 0..<zones.count, using: &random)]
                _ = try await studio.fixture.database.write {
                    try $0.execute("UPDATE users SET timezone = $1 WHERE id = $2", zone, user)
                }
            default: studio.fixture.clock.advance(milliseconds: Int64.random(in: 0..<3 * 86_400_000, using: &random))
            }
            try await studio.service(Proactive(database: studio.fixture.database, clock: studio.fixture.clock))
                .tellDue()
        }
        let told = try await studio.count("weekly_pages_told")
        let notices = try await studio.fixture.database.read {
            try $0.first("SELECT count(*) FROM notices WHERE kind = 'week.ready'") { try $0.int(0) }
        }
        #expect(told == notices && (told ?? 0) > 20)
    }

    @Test func aQuietYearIsToldWhole() async throws {
        let studio = try await WeekStudio()
        _ = try await isOn(studio, .init(weekly: true))
        for _ in 1...(52 * 7 * 4) {
            studio.fixture.clock.advance(milliseconds: 6 * 3_600_000)
            try await studio.service().tellDue()
        }
        #expect(try await studio.count("weekly_pages_told") == 52)
    }
}
