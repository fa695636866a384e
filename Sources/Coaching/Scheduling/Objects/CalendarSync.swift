public import Domain
import Storage

/// What has changed in a calendar since another program last looked.
///
/// Events change at many doors. So nothing is noted when they change, but when somebody looks: what differs from what was
/// there at the last look takes the calendar's next number.
extension CalendarObjects {
    public struct Changes: Sendable {
        /// To be given the next time.
        public let token: Int64
        public let changed: [CalendarObject]
        /// Names of objects that aren't there any more.
        public let removed: [String]
    }

    /// Names that are gone are told for so many changes.
    private static let memory: Int64 = 10_000

    /// - Parameter token: of the last look; `nil` at the first.
    /// - Returns: `nil` for a token that isn't known or too old; everything must be read anew.
    public func changes(since token: Int64?, for actor: Actor) async throws -> Changes? {
        let objects = try await all(for: actor)
        let user = actor.userId
        let known = try await calendar.database.read { try Self.known(of: user, on: $0) }
        let (last, seen) =
            Self.differs(objects, from: known.seen)
            ? try await calendar.database.write { try Self.note(objects, of: user, on: $0) } : known
        guard let token else { return Changes(token: last, changed: objects, removed: []) }
        guard token <= last, token >= 0, token > last - Self.memory else { return nil }
        let news = seen.filter { $0.value.number > token }
        return Changes(
            token: last,
            changed: objects.filter { news[$0.name] != nil },
            removed: news.filter { $0.value.etag == nil }.keys.sorted()
        )
    }

    private struct Seen {
        /// `nil` once it is gone.
        let etag: String?
        let number: Int64
    }

    private static func differs(_ objects: [CalendarObject], from seen: [String: Seen]) -> Bool {
        let there = seen.filter { $0.value.etag != nil }
        return there.count != objects.count || objects.contains { there[$0.name]?.etag != $0.etag }
    }

    private static func known(
        of user: UserID,
        on connection: any SQLConnection
    ) throws -> (last: Int64, seen: [String: Seen]) {
        let last = try connection.first("SELECT last FROM calendar_syncs WHERE user_id = $1", user) { try $0.int(0) }
        let seen = try connection.query(
            "SELECT name, etag, number FROM calendar_sync_objects WHERE user_id = $1",
            user
        ) { (try $0.text(0), Seen(etag: try $0.optionalText(1), number: try $0.int(2))) }
        return (last ?? 0, Dictionary(seen) { first, _ in first })
    }

    private static func note(
        _ objects: [CalendarObject],
        of user: UserID,
        on connection: any SQLConnection
    ) throws -> (last: Int64, seen: [String: Seen]) {
        var (last, seen) = try known(of: user, on: connection)
        let there = Dictionary(objects.map { ($0.name, $0.etag) }) { first, _ in first }
        let names = Set(there.keys).union(seen.filter { $0.value.etag != nil }.keys)
        for name in names.sorted() where seen[name]?.etag != there[name] {
            last += 1
            seen[name] = Seen(etag: there[name], number: last)
            try connection.execute(
                """
                INSERT INTO calendar_sync_objects (user_id, name, etag, number) VALUES ($1, $2, $3, $4)
                ON CONFLICT (user_id, name) DO UPDATE SET etag = $3, number = $4
                """,
                user,
                name,
                there[name],
                last
            )
        }
        try connection.execute(
            """
            INSERT INTO calendar_syncs (user_id, last) VALUES ($1, $2)
            ON CONFLICT (user_id) DO UPDATE SET last = $2
            """,
            user,
            last
        )
        try connection.execute(
            "DELETE FROM calendar_sync_objects WHERE user_id = $1 AND etag IS NULL AND number <= $2",
            user,
            last - memory
        )
        return (last, seen)
    }
}
