import Domain
import Scheduling
import Storage

/// What differs between a calendar and its copy.
struct PendingChanges: Sendable {
    struct Known: Sendable, Hashable {
        let name: String
        let uid: String
        /// The other server's tag of what is there.
        let tag: String?
    }

    /// Names that are to be written there.
    var toWrite: [Known] = []
    /// Names that aren't here any more.
    var toDelete: [Known] = []

    /// - Parameter limit: of each kind.
    init(of user: UserID, limit: Int, on connection: any SQLConnection) throws {
        toWrite = try connection.query(
            """
            SELECT o.name, o.uid, c.remote_etag FROM \(ListedCalendarObjects.table)
            LEFT JOIN calendar_push_objects c ON c.user_id = o.user_id AND c.name = o.name
            WHERE o.user_id = $1 AND \(ListedCalendarObjects.condition) AND (c.etag IS NULL OR c.etag <> o.etag)
            ORDER BY o.name LIMIT $2
            """,
            user,
            limit
        ) { Known(name: try $0.text(0), uid: try $0.text(1), tag: try $0.optionalText(2)) }
        toDelete = try connection.query(
            """
            SELECT c.name, c.uid, c.remote_etag FROM calendar_push_objects c
            WHERE c.user_id = $1 AND NOT EXISTS (
                SELECT 1 FROM \(ListedCalendarObjects.table)
                WHERE o.user_id = c.user_id AND o.name = c.name AND \(ListedCalendarObjects.condition)
            )
            ORDER BY c.name LIMIT $2
            """,
            user,
            limit
        ) { Known(name: try $0.text(0), uid: try $0.text(1), tag: try $0.optionalText(2)) }
    }

    var isEmpty: Bool { toWrite.isEmpty && toDelete.isEmpty }
}
