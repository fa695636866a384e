package import Domain
package import Storage

extension Prospect {
    /// The trainer's prospects who haven't become clients.
    package static func open(of trainer: UserID, on connection: any SQLConnection) throws -> [Prospect] {
        try connection.query(
            "SELECT id, display_name, timezone FROM prospects WHERE trainer_id = $1 AND converted_to IS NULL",
            trainer
        ) { Prospect(id: try $0.id(0), displayName: try $0.text(1), timezone: try $0.optionalText(2)) }
    }
}
