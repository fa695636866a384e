/// Fragments by which other modules' statements reach the relations between trainers and clients.
extension Contacts {
    /// A subquery of the ids of all contacts of the user bound at `placeholder`: a trainer's clients, a client's
    /// trainers.
    package static func userIDs(of placeholder: String) -> String {
        """
        SELECT client_id FROM contacts WHERE trainer_id = \(placeholder)
        UNION ALL SELECT trainer_id FROM contacts WHERE client_id = \(placeholder)
        """
    }

    /// The condition that the users in two columns or placeholders are trainer and client, whichever way round.
    package static func condition(between one: String, and other: String) -> String {
        """
        (EXISTS (SELECT 1 FROM contacts WHERE trainer_id = \(one) AND client_id = \(other))
            OR EXISTS (SELECT 1 FROM contacts WHERE trainer_id = \(other) AND client_id = \(one)))
        """
    }
}
