import Cluster
import Domain
import Scheduling
import Storage

/// Copies what has changed in one user's calendar, in small steps. What each request has brought is stored before the next,
/// so that after a crash at most one is repeated, which does no harm: it names the version that it replaces.
struct CalendarPushTurn {
    /// Changes in one turn, so that others' come too.
    static let maxChanges = 50
    private static let maxMilliseconds: Int64 = 20_000

    let pushes: CalendarPushes
    let push: CalendarPushRow
    let collection: any RemoteCalendar

    private var user: UserID { push.actor.userId }

    /// - Returns: the number of the calendar's last change that is there; `nil` if there is more to do.
    /// - Throws: `RemoteFailure`; `CalendarPushEnded`; `LeaseLost`.
    func run() async throws -> Int64? {
        let begun = pushes.clock.now()
        let number = try await pushes.objects.token(for: push.actor).number
        let pending = try await pushes.database.read {
            try PendingChanges(of: push.actor.userId, limit: Self.maxChanges, on: $0)
        }
        guard !pending.isEmpty else { return number }
        // First, so that what has another name now isn't there twice.
        var isAnyDone = false
        for known in pending.toDelete {
            try await delete(known)
            isAnyDone = true
            if isLong(since: begun) { return nil }
        }
        try await expect(pending.toWrite)
        for known in pending.toWrite {
            isAnyDone = try await write(known) || isAnyDone
            if isLong(since: begun) { return nil }
        }
        return isAnyDone ? nil : number
    }

    private func isLong(since begun: Timestamp) -> Bool {
        pushes.clock.now().milliseconds(since: begun) > Self.maxMilliseconds
    }

    /// Notes what may be there from now on, also if no answer comes.
    private func expect(_ written: [PendingChanges.Known]) async throws {
        let user = user
        try await changing { connection in
            for known in written {
                try connection.execute(
                    """
                    INSERT INTO calendar_push_objects (user_id, name, uid, etag) VALUES ($1, $2, $3, '')
                    ON CONFLICT (user_id, name) DO NOTHING
                    """,
                    user,
                    known.name,
                    known.uid
                )
            }
        }
    }

    /// - Returns: whether there was something to write. What is gone in the meantime is deleted in another turn.
    private func write(_ known: PendingChanges.Known) async throws -> Bool {
        guard let object = try await pushes.objects.objects(named: [known.name], for: push.actor)[known.name] else {
            return false
        }
        try LeaseTerm.check()
        let outcome = try await collection.put(object, as: known.name, replacing: known.tag)
        let (user, name, uid, etag) = (user, known.name, object.uid, object.etag)
        try await changing { connection in
            switch outcome {
            case .written(let tag):
                try connection.execute(
                    """
                    UPDATE calendar_push_objects SET uid = $1, etag = $2, remote_etag = $3, refusal = NULL
                    WHERE user_id = $4 AND name = $5
                    """,
                    uid,
                    etag,
                    tag,
                    user,
                    name
                )
            case .refused(let reason):
                // Until it changes here.
                try connection.execute(
                    "UPDATE calendar_push_objects SET etag = $1, refusal = $2 WHERE user_id = $3 AND name = $4",
                    etag,
                    reason,
                    user,
                    name
                )
            case .gone: break
            }
        }
        return true
    }

    private func delete(_ known: PendingChanges.Known) async throws {
        // What is over for a year isn't listed any more, but it has taken place: there it stays.
        let isOver = try await pushes.objects.objects(named: [known.name], for: push.actor)[known.name] != nil
        if !isOver {
            try LeaseTerm.check()
            _ = try await collection.delete(known.name, uid: known.uid, tag: known.tag)
        }
        let (user, name) = (user, known.name)
        try await changing { connection in
            try connection.execute(
                "DELETE FROM calendar_push_objects WHERE user_id = $1 AND name = $2",
                user,
                name
            )
        }
    }

    /// Writes, if the user hasn't ended it by then.
    /// - Throws: `CalendarPushEnded`.
    private func changing(_ body: @escaping @Sendable (any SQLConnection) throws -> Void) async throws {
        let push = push
        try await pushes.database.write { connection in
            guard try push.isCurrent(on: connection) else { throw CalendarPushEnded() }
            try body(connection)
        }
    }
}
