import Domain
import Logging
import SpotterServer
import Storage
import TestSupport
import Testing

/// What other calendars were shown by an earlier release is told once more, since ETags are made otherwise now.
@Suite struct CalendarListingMigrationTests {
    private static let trainer = UserID(high: 1, low: 1)
    private static let event = EventID(high: 2, low: 1)

    @Test func lookersBeginAnewAndKeptLinesAreCounted() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let path = folder.path + "/spotter.db"
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let earlier = try SQLiteDatabase(
            path: path,
            migrations: ServerSchema.migrations.filter { !$0.name.hasPrefix("scheduling: what other calendars") },
            logger: logger
        )
        let kept = #"{"":["X-A:ä🙂"]}"#
        try await earlier.write { connection in
            try connection.execute(
                """
                INSERT INTO users (id, email, display_name, role, timezone, password_hash, created_at)
                VALUES ($1, 'alex@example.com', 'Alex', 'trainer', 'UTC', '!', 0)
                """,
                Self.trainer
            )
            try connection.execute(
                """
                INSERT INTO calendar_events
                    (id, trainer_id, event_type, title, starts_at, ends_at, status, created_by, created_at)
                VALUES ($1, $2, 'adhoc', 'Call', 1000, 2000, 'scheduled', 'manual', 0)
                """,
                Self.event,
                Self.trainer
            )
            try connection.execute(
                "INSERT INTO calendar_objects (owner_id, name, uid, event_id, kept) VALUES ($1, 'a.ics', 'a', $2, $3)",
                Self.trainer,
                Self.event,
                kept
            )
            try connection.execute("INSERT INTO calendar_syncs (user_id, last) VALUES ($1, 7)", Self.trainer)
        }
        try await earlier.close()

        let database = try ServerSchema.open(path: path, logger: logger)
        let sync = try await database.read {
            try $0.first("SELECT last, forgotten, complete FROM calendar_syncs") {
                [try $0.int(0), try $0.int(1), try $0.int(2)]
            }
        }
        // No token of before is known, and none of them comes again.
        #expect(sync == [8, 8, 0])
        let bytes = try await database.read {
            try $0.first("SELECT kept_bytes FROM calendar_objects") { try $0.int(0) }
        }
        #expect(bytes == Int64(kept.utf8.count))
        let marked = try await database.write { connection in
            try connection.execute("UPDATE calendar_events SET title = 'Talk', version = 1 WHERE id = $1", Self.event)
            return try connection.query("SELECT group_id FROM calendar_sync_marks") { try $0.id(0, EventID.self) }
        }
        #expect(marked == [Self.event])
        try await database.close()
    }
}
