import Domain
import Messaging
import Scheduling
import Storage

/// The rows of `measure_points`.
enum PointRows {
    private static let columns = """
        id, trainer_id, client_id, chat_id, message_id, kind, detail, day, at, value, unit, diastolic, repetitions, sets,
        seconds, confidence, origin, status
        """

    struct Filter: Sendable {
        var kind: PointKind?
        var since: LocalDay?
        var until: LocalDay?
    }

    /// The newest points of a pair, newest first.
    static func list(
        _ pair: MeasurePair,
        _ filter: Filter = Filter(),
        limit: Int,
        on connection: any SQLConnection
    ) throws -> [StoredPoint] {
        try connection.query(
            """
            SELECT \(columns) FROM measure_points
            WHERE trainer_id = $1 AND client_id = $2 AND status <> 'removed' AND kind = coalesce($3, kind)
            AND day >= $4 AND day <= $5 ORDER BY day DESC, at DESC, id DESC LIMIT $6
            """,
            pair.trainer,
            pair.client,
            filter.kind?.name,
            filter.since?.number ?? Int(Int32.min),
            filter.until?.number ?? Int(Int32.max),
            limit,
            row: point
        )
    }

    static func find(_ id: MeasurePointID, on connection: any SQLConnection) throws -> StoredPoint? {
        try connection.first(
            "SELECT \(columns) FROM measure_points WHERE id = $1 AND status <> 'removed'",
            id,
            row: point
        )
    }

    private static func point(_ row: any SQLRow) throws -> StoredPoint {
        StoredPoint(
            id: try row.id(0),
            pair: MeasurePair(trainer: try row.id(1), client: try row.id(2)),
            chat: try row.optionalID(3),
            message: try row.optionalID(4),
            kind: PointKind(try row.text(5)),
            detail: try row.text(6),
            day: LocalDay(number: Int(try row.int(7))),
            at: try row.timestamp(8),
            value: try row.double(9),
            unit: PointUnit(try row.text(10)),
            diastolic: row.isNull(11) ? nil : try row.double(11),
            repetitions: try row.optionalInt(12).map { Int($0) },
            sets: try row.optionalInt(13).map { Int($0) },
            seconds: try row.optionalInt(14).map { Int($0) },
            confidence: try row.double(15),
            origin: try row.word(16),
            status: try row.word(17)
        )
    }

    /// Inserts or replaces.
    /// - Parameter isNews: whether the trainer may want to be told of it.
    static func store(_ point: StoredPoint, isNews: Bool = true, on connection: any SQLConnection) throws {
        if isNews { try AlertRows.note(point, on: connection) }
        try connection.execute("DELETE FROM measure_points WHERE id = $1", point.id)
        try connection.execute(
            "INSERT INTO measure_points (\(columns)) VALUES (\(connection.placeholders(count: 18)))",
            point.id,
            point.pair.trainer,
            point.pair.client,
            point.chat,
            point.message,
            point.kind.name,
            point.detail,
            point.day.number,
            point.at,
            point.value,
            point.unit.name,
            point.diastolic,
            point.repetitions,
            point.sets,
            point.seconds,
            point.confidence,
            point.origin.rawValue,
            point.status.rawValue
        )
    }

    /// Whether nobody has corrected or removed the point.
    static func mayStore(_ id: MeasurePointID, on connection: any SQLConnection) throws -> Bool {
        try !connection.exists("SELECT 1 FROM measure_points WHERE id = $1 AND status <> 'read'", id)
    }

    /// Replaces what was read in a message. What somebody has corrected or removed stays as they left it.
    static func replace(
        _ message: ClientMessage,
        _ points: [StoredPoint],
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            "DELETE FROM measure_points WHERE message_id = $1 AND status = 'read' AND origin = 'message'",
            message.id
        )
        guard !points.isEmpty else { return }
        let kept = try connection.query(
            "SELECT id, kind, detail, origin FROM measure_points WHERE message_id = $1",
            message.id
        ) { (id: try $0.id(0, MeasurePointID.self), about: [try $0.text(1), try $0.text(2)], origin: try $0.text(3)) }
        let answered = kept.filter { $0.origin == MeasurePoint.Origin.checkIn.rawValue }.map(\.about)
        for point in points {
            guard !kept.contains(where: { $0.id == point.id }), !answered.contains([point.kind.name, point.detail])
            else { continue }
            try store(point, on: connection)
            // What the rules read now, a model needn't have found.
            try connection.execute(
                """
                DELETE FROM measure_points
                WHERE message_id = $1 AND status = 'read' AND origin = 'model' AND kind = $2 AND detail = $3
                """,
                message.id,
                point.kind.name,
                point.detail
            )
        }
    }

    /// Replaces what a model has found in a message. What is there already stays: what the rules read, what was answered, what
    /// somebody has corrected or removed. Nobody is told of a drop or jump that a model has found.
    static func replaceByModel(
        _ message: ClientMessage,
        _ points: [StoredPoint],
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            "DELETE FROM measure_points WHERE message_id = $1 AND status = 'read' AND origin = 'model'",
            message.id
        )
        for point in points {
            let isThere = try connection.exists(
                "SELECT 1 FROM measure_points WHERE id = $1 OR (message_id = $2 AND kind = $3 AND detail = $4)",
                point.id,
                message.id,
                point.kind.name,
                point.detail
            )
            if !isThere { try store(point, isNews: false, on: connection) }
        }
    }

    /// Which of the messages have points, removed ones included.
    static func messages(with messages: [MessageID], on connection: any SQLConnection) throws -> Set<MessageID> {
        Set(
            try connection.query("SELECT DISTINCT message_id FROM measure_points WHERE message_id IN", in: messages) {
                try $0.id(0, MessageID.self)
            }
        )
    }

    /// - Parameter isErased: whether the message is gone for good, and isn't read again.
    /// - Returns: whether the message said anything.
    @discardableResult
    static func remove(_ message: MessageID, isErased: Bool, on connection: any SQLConnection) throws -> Bool {
        try AlertRows.withdraw("message_id = $1", message, keepsSeen: !isErased, on: connection)
        return try connection.execute("DELETE FROM measure_points WHERE message_id = $1", message) > 0
    }

    static func remove(chat: ChatID, trainer: UserID, on connection: any SQLConnection) throws {
        try AlertRows.withdraw(
            "point_id IN (SELECT id FROM measure_points WHERE chat_id = $1 AND trainer_id = $2)",
            chat,
            trainer,
            on: connection
        )
        try connection.execute("DELETE FROM measure_points WHERE chat_id = $1 AND trainer_id = $2", chat, trainer)
    }
}
