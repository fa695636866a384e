import Domain
import Storage

/// Notes what other programs are shown: each object with its ETag and the number of its last change.
struct CalendarNotes {
    let user: UserID
    let connection: any SQLConnection
    private(set) var state: CalendarSyncState

    /// Names that are gone are told for so many changes.
    private static let memory: Int64 = 10_000

    /// - Returns: `nil` if nothing is noted of the user, who may be gone.
    init?(of user: UserID, on connection: any SQLConnection) throws {
        guard let state = try CalendarSyncState.find(of: user, on: connection) else { return nil }
        (self.user, self.connection, self.state) = (user, connection, state)
    }

    /// Notes the objects of a group in place of those that it had. What is over before `start` isn't listed.
    mutating func replace(_ group: EventID, by found: CalendarObjectReader.Group, from start: Timestamp) throws {
        let objects = found.objects.filter { $0.endsAt > start }
        let before = try connection.query(
            "SELECT name, etag FROM calendar_sync_objects WHERE user_id = $1 AND group_id = $2 AND etag IS NOT NULL",
            user,
            group
        ) { (try $0.text(0), try $0.text(1)) }
        let etags = Dictionary(before) { first, _ in first }
        for object in objects.sorted(by: { $0.name < $1.name }) { try note(object, of: group, was: etags[object.name]) }
        for name in Set(etags.keys).subtracting(objects.map(\.name)).sorted() { try forget(name) }
        let new = found.people.subtracting(state.people)
        guard !new.isEmpty else { return }
        state.people.formUnion(new)
        state.names = try state.currentNames(on: connection)
    }

    private mutating func note(_ object: CalendarObject, of group: EventID, was etag: String?) throws {
        guard etag != object.etag else { return }
        // The name may have been another group's, or gone.
        let isListed = try connection.exists(
            "SELECT 1 FROM calendar_sync_objects WHERE user_id = $1 AND name = $2 AND etag IS NOT NULL",
            user,
            object.name
        )
        if !isListed { state.objects += 1 }
        state.last += 1
        try connection.execute(
            """
            INSERT INTO calendar_sync_objects (user_id, name, uid, etag, number, group_id, ends_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (user_id, name) DO UPDATE SET uid = $3, etag = $4, number = $5, group_id = $6, ends_at = $7
            """,
            user,
            object.name,
            object.uid,
            object.etag,
            state.last,
            group,
            object.endsAt
        )
    }

    private mutating func forget(_ name: String) throws {
        state.last += 1
        state.objects -= 1
        try connection.execute(
            """
            UPDATE calendar_sync_objects SET uid = '', etag = NULL, number = $1, group_id = NULL, ends_at = NULL
            WHERE user_id = $2 AND name = $3
            """,
            state.last,
            user,
            name
        )
    }

    /// Forgets what is over before `start`, so many objects at most.
    mutating func forgetOver(before start: Timestamp, limit: Int) throws {
        for name in try Self.over(before: start, limit: limit, of: user, on: connection) { try forget(name) }
    }

    static func over(
        before start: Timestamp,
        limit: Int,
        of user: UserID,
        on connection: any SQLConnection
    ) throws -> [String] {
        try connection.query(
            """
            SELECT name FROM calendar_sync_objects WHERE user_id = $1 AND etag IS NOT NULL AND ends_at <= $2
            ORDER BY ends_at LIMIT $3
            """,
            user,
            start,
            limit
        ) { try $0.text(0) }
    }

    /// Takes over the names that people have now, and marks everything.
    mutating func rename() throws {
        state.names = try state.currentNames(on: connection)
        try CalendarMark.addAll(of: user, on: connection)
    }

    mutating func complete() { state.isComplete = true }

    /// Call this last.
    mutating func save() throws {
        let end = state.last - Self.memory
        let gone = try connection.first(
            "SELECT max(number) FROM calendar_sync_objects WHERE user_id = $1 AND etag IS NULL AND number <= $2",
            user,
            end
        ) { try $0.optionalInt(0) }
        if let gone = gone.flatMap({ $0 }) {
            state.forgotten = max(state.forgotten, gone)
            try connection.execute(
                "DELETE FROM calendar_sync_objects WHERE user_id = $1 AND etag IS NULL AND number <= $2",
                user,
                gone
            )
        }
        try state.save(of: user, on: connection)
    }
}
