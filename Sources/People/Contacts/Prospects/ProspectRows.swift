package import Domain
package import Storage

extension Prospect {
    /// Columns of the table `prospects`, in the order that `init(row:)` reads.
    package static let columns = "id, display_name, timezone, converted_to"

    /// The condition that a prospect hasn't become a client.
    package static let isOpen = "converted_to IS NULL"

    /// Reads a row that begins with `columns`.
    package init(row: any SQLRow) throws {
        self.init(
            id: try row.id(0),
            displayName: try row.text(1),
            timezone: try row.optionalText(2),
            convertedToClientId: try row.optionalID(3)
        )
    }

    package func insert(for trainer: UserID, at now: Timestamp, on connection: any SQLConnection) throws {
        try connection.execute(
            "INSERT INTO prospects (id, trainer_id, display_name, timezone, created_at) VALUES ($1, $2, $3, $4, $5)",
            id,
            trainer,
            displayName,
            timezone,
            now
        )
    }

    /// The trainer's prospects that haven't become clients, by name.
    package static func open(of trainer: UserID, on connection: any SQLConnection) throws -> [Prospect] {
        try connection.query(
            "SELECT \(columns) FROM prospects WHERE trainer_id = $1 AND \(isOpen) ORDER BY display_name, id",
            trainer
        ) { try Prospect(row: $0) }
    }

    /// A trainer's prospect; `nil` if there is no such prospect or they have become a client.
    package static func open(
        _ id: ProspectID,
        of trainer: UserID,
        on connection: any SQLConnection
    ) throws -> Prospect? {
        try connection.first(
            "SELECT \(columns) FROM prospects WHERE trainer_id = $1 AND id = $2 AND \(isOpen)",
            trainer,
            id
        ) { try Prospect(row: $0) }
    }

    /// The name of a trainer's prospect; `nil` if there is no such prospect or they have become a client.
    package static func openName(
        _ id: ProspectID,
        of trainer: UserID,
        on connection: any SQLConnection
    ) throws -> String? {
        try connection.first(
            "SELECT display_name FROM prospects WHERE trainer_id = $1 AND id = $2 AND \(isOpen)",
            trainer,
            id
        ) { try $0.text(0) }
    }

    /// The trainer's prospect of this name, the first one if there are several, as long as they aren't a client.
    package static func open(
        named name: String,
        of trainer: UserID,
        on connection: any SQLConnection
    ) throws -> Prospect? {
        try open(of: trainer, on: connection).first { $0.displayName == name }
    }

    /// Whether the trainer has a prospect of this name, including converted ones.
    package static func exists(named name: String, of trainer: UserID, on connection: any SQLConnection) throws -> Bool
    {
        try connection.exists("SELECT 1 FROM prospects WHERE trainer_id = $1 AND display_name = $2", trainer, name)
    }
}
