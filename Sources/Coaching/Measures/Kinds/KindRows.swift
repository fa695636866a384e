import Domain
import Messaging
import Storage

/// The rows of `measure_kinds`.
enum KindRows {
    private static let columns = "id, trainer_id, name, unit, low, high"

    /// In the order of their names.
    static func list(of trainer: UserID, on connection: any SQLConnection) throws -> [CustomMeasure] {
        try connection.query(
            "SELECT \(columns) FROM measure_kinds WHERE trainer_id = $1 ORDER BY name, id",
            trainer,
            row: kind
        )
    }

    static func find(_ id: CustomMeasureID, on connection: any SQLConnection) throws -> CustomMeasure? {
        try connection.first("SELECT \(columns) FROM measure_kinds WHERE id = $1", id, row: kind)
    }

    private static func kind(_ row: any SQLRow) throws -> CustomMeasure {
        CustomMeasure(
            id: try row.id(0),
            trainerId: try row.id(1),
            name: try row.text(2),
            unit: try row.text(3),
            min: try row.double(4),
            max: try row.double(5)
        )
    }

    static func insert(_ kind: CustomMeasure, on connection: any SQLConnection) throws {
        try connection.insert(
            "INSERT INTO measure_kinds (\(columns))",
            [kind.id, kind.trainerId, kind.name, kind.unit, kind.min, kind.max]
        )
    }
}
