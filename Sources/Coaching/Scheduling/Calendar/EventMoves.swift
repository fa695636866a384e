package import Domain
package import Storage

/// Which events were moved lately, as their other side was told of it.
package enum EventMoves {
    /// When the events of a trainer's calendar that were moved in a period started before the first of these moves. Events
    /// without a client aren't among them, since nobody is told of them.
    package static func previousStarts(
        of trainer: UserID,
        since: Timestamp,
        on connection: any SQLConnection
    ) throws -> [EventID: Timestamp] {
        let moves = try connection.query(
            """
            SELECT e.id, n.previous_starts_at FROM calendar_events e JOIN notices n ON n.event_id = e.id
            WHERE e.trainer_id = $1 AND n.kind = $2 AND n.created_at >= $3 AND n.user_id = e.client_id
                AND n.previous_starts_at <> e.starts_at AND e.ends_at >= $3
            ORDER BY n.created_at, n.id
            """,
            trainer,
            Notice.Kind.eventMoved.rawValue,
            since
        ) { (id: try $0.id(0, EventID.self), before: try $0.timestamp(1)) }
        return Dictionary(moves.map { ($0.id, $0.before) }) { first, _ in first }
    }
}
