import Domain
import Foundation
import MessagingTestKit
import Scheduling
import Storage
import TestSupport

/// A database in a temporary folder, with a trainer, two clients and a prospect. Removed after the test.
final class SchedulingFixture: Sendable {
    let database: any Database
    let clock: ManualClock
    let calendar: EventCalendar
    let reminders: Reminders
    let preferences: SchedulingPreferences
    let ids: any IDSource
    private let folder = TemporaryFolder()

    let alex = Actor(userId: UserID(high: 1, low: 1), role: .trainer)
    let other = Actor(userId: UserID(high: 1, low: 2), role: .trainer)
    let sara = Actor(userId: UserID(high: 1, low: 3), role: .client)
    let stranger = Actor(userId: UserID(high: 1, low: 4), role: .client)
    let nina = ProspectID(high: 2, low: 1)
    let foreignProspect = ProspectID(high: 2, low: 2)

    /// Starts on 11 March 2026, a Wednesday, at 09:15 in New York, unless another time is given.
    init(now: String = "2026-03-11T13:15:00Z", zone: String = "America/New_York") async throws {
        let clock = ManualClock(Timestamp(rfc3339: now) ?? .earliest)
        self.clock = clock
        database = try TestDatabase.open(
            path: folder.path + "/spotter.db",
            adding: SchedulingSchema.migrations,
            clock: clock
        )
        ids = UUIDv7Source(clock: clock, random: { 7 })
        calendar = EventCalendar(database: database, clock: clock, ids: ids)
        reminders = Reminders(database: database, clock: clock, ids: ids)
        preferences = SchedulingPreferences(database: database)
        let people = [
            (alex, "Alex Rivera", zone), (other, "Other Trainer", "UTC"), (sara, "Sara Lindqvist", "Europe/Stockholm"),
            (stranger, "Stranger", "UTC"),
        ]
        let (alex, other, sara, nina, foreign) = (alex, other, sara, nina, foreignProspect)
        try await database.write { connection in
            for (actor, name, zone) in people {
                try connection.execute(
                    """
                    INSERT INTO users (id, email, display_name, role, timezone, password_hash, created_at)
                    VALUES ($1, $2, $3, $4, $5, '', 0)
                    """,
                    actor.userId,
                    "\(actor.userId)@example.com",
                    name,
                    actor.role.rawValue,
                    zone
                )
            }
            try connection.execute(
                "INSERT INTO contacts (trainer_id, client_id, created_at) VALUES ($1, $2, 0)",
                alex.userId,
                sara.userId
            )
            for (prospect, owner) in [(nina, alex), (foreign, other)] {
                try connection.execute(
                    "INSERT INTO prospects (id, trainer_id, display_name, created_at) VALUES ($1, $2, $3, 0)",
                    prospect,
                    owner.userId,
                    "Nina Petrov"
                )
            }
        }
    }

    deinit { folder.remove() }

    @discardableResult
    func busy(_ start: String, _ end: String, title: String = "Busy") async throws -> CalendarEvent {
        try await calendar.create(
            NewEvent(eventType: .adhoc, title: title, startsAt: instant(start), endsAt: instant(end)),
            by: alex
        )
    }
}

/// RFC 3339 without seconds: `2026-03-11T13:15Z`, or with an offset.
func instant(_ text: String) -> Timestamp {
    let full = text.replacing(/T(\d\d:\d\d)([Z+-])/) { "T\($0.1):00\($0.2)" }
    return Timestamp(rfc3339: full) ?? .earliest
}

func code(_ body: () async throws -> Void) async -> ErrorCode? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? SpotterError)?.code
    }
}
