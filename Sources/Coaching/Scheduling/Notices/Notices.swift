public import Domain
public import Storage

/// What users are told of, kept until it was seen on one of their devices.
public struct Notices: Sendable {
    /// Seen notices are kept for this time.
    static let keptSeconds: Int64 = 90 * 86_400
    /// Nobody looks at an older one any more.
    static let maxUnseenSeconds: Int64 = 365 * 86_400
    public static let maxPage = 200

    let database: any Database
    let clock: any WallClock

    /// Receives the notices of one user that were seen just now, after the commit.
    public typealias SeenObserver = @Sendable (_ ids: [NoticeID], _ user: UserID, _ at: Timestamp) -> Void
    let didSee: SeenObserver

    public init(database: any Database, clock: any WallClock, didSee: @escaping SeenObserver = { _, _, _ in }) {
        self.database = database
        self.clock = clock
        self.didSee = didSee
    }

    /// The actor's unseen notices, oldest first; with `includesSeen`, the seen ones after them, latest first.
    /// - Parameter before: a notice of the actor's: only those before it are told, seen or not, latest first.
    /// - Throws: `not_found` if `before` isn't the actor's.
    public func list(
        for actor: Actor,
        includesSeen: Bool = false,
        before: NoticeID? = nil,
        limit: Int = maxPage
    ) async throws -> (notices: [Notice], hasMore: Bool) {
        let limit = min(max(limit, 1), Self.maxPage)
        let found = try await database.read { connection in
            if let before { return try Self.older(than: before, for: actor, limit: limit + 1, on: connection) }
            var found = try Notice.query(
                "WHERE n.user_id = $1 AND n.seen_at IS NULL ORDER BY n.created_at, n.id LIMIT $2",
                [actor.userId, limit + 1],
                on: connection
            )
            if includesSeen {
                found += try Notice.query(
                    "WHERE n.user_id = $1 AND n.seen_at IS NOT NULL ORDER BY n.created_at DESC, n.id DESC LIMIT $2",
                    [actor.userId, limit + 1],
                    on: connection
                )
            }
            return found
        }
        return (Array(found.prefix(limit)), found.count > limit)
    }

    private static func older(
        than id: NoticeID,
        for actor: Actor,
        limit: Int,
        on connection: any SQLConnection
    ) throws -> [Notice] {
        guard let last = try Notice.find(id, on: connection), Access.can(actor, .own(last.userId)) else {
            throw SpotterError.notFound("notice")
        }
        return try Notice.query(
            """
            WHERE n.user_id = $1 AND (n.created_at < $2 OR (n.created_at = $2 AND n.id < $3))
            ORDER BY n.created_at DESC, n.id DESC LIMIT $4
            """,
            [actor.userId, last.createdAt, id, limit],
            on: connection
        )
    }

    /// Marks a notice as seen, and with `earlier` all older ones. The user's other devices are told. Has no effect on what
    /// was seen before.
    ///
    /// - Throws: `not_found` if it isn't the actor's.
    public func markSeen(_ id: NoticeID, earlier: Bool = false, by actor: Actor) async throws -> Notice {
        let now = clock.now()
        let (notice, seen) = try await database.write { connection in
            guard let notice = try Notice.find(id, on: connection), Access.can(actor, .own(notice.userId)) else {
                throw SpotterError.notFound("notice")
            }
            var ids = notice.seenAt == nil ? [id] : []
            if earlier {
                ids += try connection.query(
                    """
                    SELECT id FROM notices
                    WHERE user_id = $1 AND seen_at IS NULL AND (created_at < $2 OR (created_at = $2 AND id < $3))
                    """,
                    actor.userId,
                    notice.createdAt,
                    id
                ) { try $0.id(0) }
            }
            try Self.markSeen(ids, at: now, on: connection)
            var marked = notice
            marked.seenAt = notice.seenAt ?? now
            return (marked, ids)
        }
        if !seen.isEmpty { didSee(seen, actor.userId, now) }
        return notice
    }

    static func markSeen(_ ids: [NoticeID], at now: Timestamp, on connection: any SQLConnection) throws {
        for id in ids { try connection.execute("UPDATE notices SET seen_at = $1 WHERE id = $2", now, id) }
    }

    /// Whoever has dealt with a reminder needs no notice of it any more. Returns what was unseen.
    static func markSeen(
        reminder: ReminderID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> [NoticeID] {
        let ids = try connection.query(
            "SELECT id FROM notices WHERE reminder_id = $1 AND seen_at IS NULL",
            reminder
        ) { try $0.id(0, NoticeID.self) }
        try markSeen(ids, at: now, on: connection)
        return ids
    }

    /// Deletes notices that were seen long ago, or never within a year. Returns their number.
    @discardableResult
    public func deleteOld() async throws -> Int {
        let now = clock.now()
        let (seen, made) = (now.adding(seconds: -Self.keptSeconds), now.adding(seconds: -Self.maxUnseenSeconds))
        let old = "seen_at < $1 OR (seen_at IS NULL AND created_at < $2)"
        let isAny = try await database.read { try $0.exists("SELECT 1 FROM notices WHERE \(old)", seen, made) }
        guard isAny else { return 0 }
        return try await database.write { connection in
            connection.markErasure()
            return try connection.execute("DELETE FROM notices WHERE \(old)", seen, made)
        }
    }
}
