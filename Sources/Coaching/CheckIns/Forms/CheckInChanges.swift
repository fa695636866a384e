import Domain
import Storage

/// What a trainer has done with check-ins, for themselves to see afterwards. It names no client and no answer.
enum CheckInChanges {
    static func note(
        _ change: String,
        on row: CheckInRow,
        id: ID<CheckInChanges>,
        at now: Timestamp,
        _ connection: any SQLConnection
    ) throws {
        try connection.execute(
            "INSERT INTO check_in_changes (id, check_in_id, trainer_id, change, at) VALUES ($1, $2, $3, $4, $5)",
            id,
            row.id,
            row.trainer,
            change,
            now
        )
    }

    /// One line of the export.
    struct Line: Encodable {
        let checkInId: CheckInID
        let change: String
        let at: Timestamp
    }

    static func list(of trainer: UserID, on connection: any SQLConnection) throws -> [Line] {
        try connection.query(
            "SELECT check_in_id, change, at FROM check_in_changes WHERE trainer_id = $1 ORDER BY at, id",
            trainer
        ) { Line(checkInId: try $0.id(0), change: try $0.text(1), at: try $0.timestamp(2)) }
    }
}
