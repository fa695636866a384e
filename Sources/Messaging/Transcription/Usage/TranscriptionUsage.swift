import Domain
import Storage

/// Counts what is transcribed for each user, and bounds it by day.
struct TranscriptionUsage: Sendable {
    static let millisecondsOfDay: Int64 = 86_400_000
    let database: any Database
    let clock: any WallClock
    let minutesPerDay: Int

    /// What was counted, to be taken back if nothing comes of it.
    struct Charge: Sendable {
        let user: UserID
        let day: Int64
        let duration: Int64
    }

    /// Counts a recording before it is sent, so that no number of them at once passes the bound.
    /// - Throws: `quota_exceeded` with the time until the next day.
    func charge(_ user: UserID, seconds: Double) async throws -> Charge {
        let now = clock.now()
        let charge = Charge(
            user: user,
            day: now.milliseconds / Self.millisecondsOfDay,
            duration: Int64((min(max(seconds, 0), 86_400) * 1000).rounded(.up))
        )
        let limit = Int64(minutesPerDay) * 60_000
        try await database.write { connection in
            let used = try connection.first(
                "SELECT duration FROM transcription_usage WHERE user_id = $1 AND day = $2",
                user,
                charge.day
            ) { try $0.int(0) }
            guard (used ?? 0) + charge.duration <= limit else {
                throw SpotterError(
                    .quotaExceeded,
                    "You have had as much transcribed today as each person may (\(minutesPerDay) minutes).",
                    retryable: true,
                    retryAfterMs: Int(clamping: (charge.day + 1) * Self.millisecondsOfDay - now.milliseconds)
                )
            }
            try Self.add(charge.duration, 1, charge, on: connection)
        }
        return charge
    }

    /// Takes back what led to nothing.
    func refund(_ charge: Charge) async throws {
        try await database.write { try Self.add(-charge.duration, -1, charge, on: $0) }
    }

    private static func add(
        _ duration: Int64,
        _ recordings: Int,
        _ charge: Charge,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            """
            INSERT INTO transcription_usage (user_id, day, duration, recordings) VALUES ($1, $2, $3, $4)
            ON CONFLICT (user_id, day) DO UPDATE SET duration = max(0, transcription_usage.duration + excluded.duration),
                recordings = max(0, transcription_usage.recordings + excluded.recordings)
            """,
            charge.user,
            charge.day,
            duration,
            recordings
        )
    }
}
