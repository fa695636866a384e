import Domain
import Storage

/// What people have done by hand with a client's values, for the two to see afterwards. It names no value and no measure.
enum MeasureChanges {
    enum Change: String, Sendable, Codable {
        case added, corrected, removed, imported
    }

    static func note(
        _ change: Change,
        of pair: MeasurePair,
        by actor: Actor,
        id: ID<MeasureChanges>,
        at now: Timestamp,
        _ connection: any SQLConnection
    ) throws {
        try connection.insert(
            "INSERT INTO measure_changes (id, trainer_id, client_id, actor_id, change, at)",
            [id, pair.trainer, pair.client, actor.userId, change.rawValue, now]
        )
    }

    /// One line of the export.
    struct Line: Encodable, Sendable {
        let trainerId: UserID
        let clientId: UserID
        /// Who did it: one of the two.
        let by: UserID
        let change: Change
        let at: Timestamp
    }

    static func list(of user: UserID, on connection: any SQLConnection) throws -> [Line] {
        try connection.query(
            """
            SELECT trainer_id, client_id, actor_id, change, at FROM measure_changes
            WHERE trainer_id = $1 OR client_id = $1 ORDER BY at, id
            """,
            user
        ) { row in
            Line(
                trainerId: try row.id(0),
                clientId: try row.id(1),
                by: try row.id(2),
                change: try row.word(3),
                at: try row.timestamp(4)
            )
        }
    }
}
