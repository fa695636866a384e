import Accounts
package import Domain
import Scheduling
package import Storage

/// Users' video jobs: added when a provider has begun one, read by their owners. ``VideoJobService`` brings them on.
package struct VideoJobs: Sendable {
    /// How long a video may take.
    static let maxSeconds: Int64 = 3_600
    /// How long an ended job can be read; its file is kept as long as any that no message shows, a day, or for good.
    static let keptSeconds: Int64 = 7 * 86_400
    /// Of one user, at a time.
    private static let maxUnderWay = 4

    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    /// Between two looks at one job.
    let interval: Duration
    let changes = ScheduleChanges()
    private let submissions = Submissions()

    package init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        interval: Duration = .seconds(10)
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.interval = interval
    }

    /// A job of the user's.
    /// - Throws: `not_found`, also for a job of somebody else's.
    package func job(_ id: VideoJobID, of user: UserID) async throws -> VideoJob {
        let found = try await database.read { connection in
            try connection.first(
                "SELECT \(VideoJob.columns) FROM video_jobs WHERE id = $1 AND owner_id = $2",
                id,
                user
            ) { try VideoJob(row: $0) }
        }
        guard let found else { throw SpotterError.notFound("job") }
        return found
    }

    /// Runs `submit`, which has a provider begin a job and adds it. From now on it counts as one that is under way, so that
    /// no number of requests at once exceeds the limit.
    /// - Throws: `rate_limited` if the user has too many under way; what `submit` throws.
    func withRoom<Value>(for user: UserID, _ submit: () async throws -> Value) async throws -> Value {
        let submitted = submissions.begin(user)
        defer { submissions.end(user) }
        let stored = try await database.read { connection in
            try connection.first(
                "SELECT count(*) FROM video_jobs WHERE owner_id = $1 AND due_at IS NOT NULL",
                user
            ) { Int(clamping: try $0.int(0)) }
        }
        guard (stored ?? 0) + submitted <= Self.maxUnderWay else {
            throw SpotterError(
                .rateLimited,
                "\(Self.maxUnderWay) of your videos are being made; wait until one is ready.",
                retryable: true,
                retryAfterMs: 30_000
            )
        }
        return try await submit()
    }

    /// Stores the job that the provider has begun.
    /// - Parameter answer: the provider's; its `id` names the job.
    /// - Throws: `model_unavailable` if it names none.
    func add(_ answer: JSONValue, of model: ProxiedModel, for user: UserID) async throws -> VideoJob {
        guard let upstream = (answer["id"]?.string).flatMap(UpstreamJobID.init) else { throw UpstreamRefusal.unusable }
        let now = clock.now()
        let job = VideoJob(id: ids.next(), ownerId: user, model: model.name, upstreamId: upstream, createdAt: now)
        let due = now.adding(interval)
        _ = try await database.write { connection in
            try connection.execute(
                """
                INSERT INTO video_jobs (id, owner_id, model, upstream_id, state, created_at, due_at)
                VALUES ($1, $2, $3, $4, 'processing', $5, $6)
                """,
                job.id,
                job.ownerId,
                job.model,
                job.upstreamId,
                now,
                due
            )
        }
        changes.announce()
        return job
    }

    // MARK: For the service

    /// Those whose provider is to be asked now.
    func due(limit: Int) async throws -> [VideoJob] {
        let now = clock.now()
        return try await database.read { connection in
            try connection.query(
                "SELECT \(VideoJob.columns) FROM video_jobs WHERE due_at <= $1 ORDER BY due_at LIMIT $2",
                now,
                limit
            ) { try VideoJob(row: $0) }
        }
    }

    func nextDue() async throws -> Timestamp? {
        try await database.read { connection in
            try connection.first("SELECT min(due_at) FROM video_jobs WHERE due_at IS NOT NULL") {
                try $0.optionalTimestamp(0)
            }.flatMap { $0 }
        }
    }

    /// Stores what became of a job. Nothing happens to one that was erased meanwhile.
    func update(_ job: VideoJob) async throws {
        let due = job.state == .processing ? clock.now().adding(interval) : nil
        _ = try await database.write { connection in
            try connection.execute(
                """
                UPDATE video_jobs SET state = $1, progress = $2, media_id = $3, error = $4, due_at = $5 WHERE id = $6
                """,
                job.state.rawValue,
                job.progress,
                job.mediaId,
                job.error,
                due,
                job.id
            )
        }
    }

    func owner(of job: VideoJob) async throws -> Actor? {
        try await database.read { try User.find(job.ownerId, on: $0) }.map { Actor(userId: $0.id, role: $0.role) }
    }

    func deleteOld() async throws {
        let limit = clock.now().adding(seconds: -Self.keptSeconds)
        _ = try await database.write { connection in
            connection.markErasure()
            return try connection.execute("DELETE FROM video_jobs WHERE due_at IS NULL AND created_at < $1", limit)
        }
    }
}

extension Timestamp {
    fileprivate func adding(_ duration: Duration) -> Timestamp {
        Timestamp(milliseconds: milliseconds + Int64(clamping: duration.wholeMilliseconds))
    }
}
