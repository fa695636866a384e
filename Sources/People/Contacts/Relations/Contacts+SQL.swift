import Accounts
package import Domain
package import Storage

/// SQL fragments for other modules' statements that refer to relations between trainers and clients.
extension Contacts {
    /// A subquery of the ids of all contacts of the user bound at `placeholder`: a trainer's clients, a client's
    /// trainers.
    package static func userIDs(of placeholder: String) -> String {
        """
        SELECT client_id FROM contacts WHERE trainer_id = \(placeholder)
        UNION ALL SELECT trainer_id FROM contacts WHERE client_id = \(placeholder)
        """
    }

    /// The condition that one of the users in two columns or placeholders is the other's trainer.
    package static func condition(between one: String, and other: String) -> String {
        """
        (EXISTS (SELECT 1 FROM contacts WHERE trainer_id = \(one) AND client_id = \(other))
            OR EXISTS (SELECT 1 FROM contacts WHERE trainer_id = \(other) AND client_id = \(one)))
        """
    }

    /// The condition that the users in two columns or placeholders are clients of the same trainer.
    package static func sharedTrainerCondition(between one: String, and other: String) -> String {
        """
        EXISTS (
            SELECT 1 FROM contacts a JOIN contacts b ON b.trainer_id = a.trainer_id AND b.client_id = \(other)
            WHERE a.client_id = \(one)
        )
        """
    }

    /// Whether `client` is a client of `trainer`.
    package static func exists(trainer: UserID, client: UserID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists("SELECT 1 FROM contacts WHERE trainer_id = $1 AND client_id = $2", trainer, client)
    }

    /// The name of a trainer's client; `nil` if the user isn't a client of the trainer.
    package static func clientName(
        _ client: UserID,
        of trainer: UserID,
        on connection: any SQLConnection
    ) throws -> String? {
        try connection.first(
            """
            SELECT u.display_name FROM contacts c \(User.join("u", on: "c.client_id"))
            WHERE c.trainer_id = $1 AND c.client_id = $2
            """,
            trainer,
            client
        ) { try $0.text(0) }
    }
}
