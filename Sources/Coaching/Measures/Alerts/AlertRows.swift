import Domain
import Scheduling
import Storage

/// Which trainers want to be told, which points are still to be judged, and what was told.
enum AlertRows {
    static func isOn(_ trainer: UserID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM measure_settings WHERE user_id = $1 AND alerts = 1", trainer)
    }

    /// Turning it off forgets what is still to be judged.
    static func set(_ isOn: Bool, for trainer: UserID, on connection: any SQLConnection) throws {
        try connection.execute(
            """
            INSERT INTO measure_settings (user_id, alerts) VALUES ($1, $2)
            ON CONFLICT (user_id) DO UPDATE SET alerts = excluded.alerts
            """,
            trainer,
            isOn
        )
        guard !isOn else { return }
        try connection.execute("DELETE FROM measure_alert_queue WHERE trainer_id = $1", trainer)
    }

    // MARK: What is to be judged

    /// Notes a new or changed point, in the transaction that stores it.
    static func note(_ point: StoredPoint, on connection: any SQLConnection) throws {
        guard point.origin != .imported, point.kind.known?.jump != nil, try isOn(point.pair.trainer, on: connection)
        else { return }
        try connection.execute(
            """
            INSERT INTO measure_alert_queue (point_id, trainer_id, client_id) VALUES ($1, $2, $3)
            ON CONFLICT (point_id) DO NOTHING
            """,
            point.id,
            point.pair.trainer,
            point.pair.client
        )
    }

    static func noted(limit: Int, on connection: any SQLConnection) throws -> [MeasurePointID] {
        try connection.query("SELECT point_id FROM measure_alert_queue ORDER BY point_id LIMIT $1", limit) {
            try $0.id(0)
        }
    }

    static func forget(_ point: MeasurePointID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM measure_alert_queue WHERE point_id = $1", point)
    }

    // MARK: What was told

    /// Whether something was told of the same measure since a day.
    static func isTold(_ point: StoredPoint, since day: LocalDay, on connection: any SQLConnection) throws -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM measure_alerts
            WHERE trainer_id = $1 AND client_id = $2 AND kind = $3 AND detail = $4 AND day > $5
            """,
            point.pair.trainer,
            point.pair.client,
            point.kind.name,
            point.detail,
            day.number
        )
    }

    static func insert(_ point: StoredPoint, notice: NoticeID, on connection: any SQLConnection) throws {
        try connection.insert(
            "INSERT INTO measure_alerts (notice_id, trainer_id, client_id, kind, detail, day, point_id, message_id)",
            [
                notice, point.pair.trainer, point.pair.client, point.kind.name, point.detail, point.day.number,
                point.id,
                point.message,
            ]
        )
    }

    /// Takes back what was told of points whose values aren't so any more.
    /// - Parameters:
    ///   - condition: on `measure_alerts`, with its arguments from `$1` on.
    ///   - keepsSeen: whether that something was told stays known where the trainer has seen it, so that it isn't told
    ///     again.
    static func withdraw(
        _ condition: String,
        _ arguments: any SQLBindable...,
        keepsSeen: Bool = false,
        on connection: any SQLConnection
    ) throws {
        let told = try connection.query("SELECT notice_id FROM measure_alerts WHERE \(condition)", arguments) {
            try $0.id(0, NoticeID.self)
        }
        guard !told.isEmpty else { return }
        connection.markErasure()
        for notice in told {
            let wasSeen = try Notice.withdraw(notice, on: connection)
            // One that isn't there any more was seen long ago.
            if keepsSeen, wasSeen ?? true { continue }
            try connection.execute("DELETE FROM measure_alerts WHERE notice_id = $1", notice)
        }
    }
}
