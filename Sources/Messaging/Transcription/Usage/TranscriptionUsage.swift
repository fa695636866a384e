import Domain
import Storage

/// Counts what is transcribed for each user, and bounds it by day.
struct TranscriptionUsage: Sendable {
    static let millisecondsOfDay: Int64 = 86_400_000
    let clock: any WallClock
    let minutesPerDay: Int
    private let database: any Database
    private let unwritten: UnwrittenChanges

    init(database: any Database, clock: any WallClock, minutesPerDay: Int) {
        self.database = database
        self.clock = clock
        self.minutesPerDay = minutesPerDay
        unwritten = UnwrittenChanges(database)
    }

    /// A recording that is counted, to be taken back if nothing comes of it.
    struct Charge: Sendable, Hashable {
        let user: UserID
        let day: Int64
        /// In milliseconds.
        let duration: Int64
    }

    /// What a recording costs today.
    func cost(of seconds: Double, for user: UserID) -> Charge {
        Charge(
            user: user,
            day: clock.now().milliseconds / Self.millisecondsOfDay,
            duration: Int64((min(max(seconds, 0), 86_400) * 1000).rounded(.up))
        )
    }

    /// Counts a recording before it is sent, so that no number of them at once passes the bound.
    /// - Throws: `quota_exceeded` with the time until the next day.
    func charge(_ user: UserID, seconds: Double) async throws -> Charge {
        await writeKept()
        let charge = cost(of: seconds, for: user)
        try await database.write { try count(charge, on: $0) }
        return charge
    }

    /// Counts a recording in a transaction with what says so.
    /// - Throws: `quota_exceeded` with the time until the next day.
    func count(_ charge: Charge, on connection: any SQLConnection) throws {
        let used = try connection.first(
            "SELECT duration FROM transcription_usage WHERE user_id = $1 AND day = $2",
            charge.user,
            charge.day
        ) { try $0.int(0) }
        guard (used ?? 0) + charge.duration <= Int64(minutesPerDay) * 60_000 else {
            throw SpotterError(
                .quotaExceeded,
                "You have had as much transcribed today as each person may (\(minutesPerDay) minutes).",
                retryable: true,
                retryAfterMs: Int(clamping: (charge.day + 1) * Self.millisecondsOfDay - clock.now().milliseconds)
            )
        }
        try connection.execute(
            """
            INSERT INTO transcription_usage (user_id, day, duration, recordings) VALUES ($1, $2, $3, 1)
            ON CONFLICT (user_id, day) DO UPDATE SET duration = transcription_usage.duration + excluded.duration,
                recordings = transcription_usage.recordings + 1
            """,
            charge.user,
            charge.day,
            charge.duration
        )
    }

    /// Takes back what led to nothing. What can't be written is written before the next recording is counted.
    /// - Throws: why it could not be written.
    func refund(_ charge: Charge) async throws {
        try await unwritten.write { try Self.refund(charge, on: $0) }
    }

    /// Takes back what led to nothing, in a transaction with what says so. Of an erased account nothing is written.
    static func refund(_ charge: Charge, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            UPDATE transcription_usage SET duration = CASE WHEN duration > $1 THEN duration - $1 ELSE 0 END,
                recordings = CASE WHEN recordings > 1 THEN recordings - 1 ELSE 0 END
            WHERE user_id = $2 AND day = $3
            """,
            charge.duration,
            charge.user,
            charge.day
        )
    }

    /// Writes what could not be taken back when it was.
    func writeKept() async { await unwritten.writeKept() }
}
