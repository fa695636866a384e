import Accounts
import Domain
import Storage

extension Contacts {
    /// Refuses a name or an address that passes for that of another of a trainer's people, the trainer included. The same name
    /// is nobody's disguise: who is meant is asked then.
    ///
    /// - Parameter reader: who is told of a refusal. Trainers know all their people, and clients their trainers; whose name it
    ///   is otherwise isn't said, as clients don't know one another.
    /// - Throws: `invalid_request` with what to change.
    static func requireDistinct(
        _ user: User,
        among trainer: UserID,
        telling reader: UserID,
        on connection: any SQLConnection
    ) throws {
        let (name, email) = (LookAlikes.fold(user.displayName), LookAlikes.fold(user.email))
        try connection.forEach(
            """
            SELECT u.id, u.display_name, u.email FROM \(User.table(as: "u"))
            WHERE u.id = $1 OR u.id IN (SELECT client_id FROM contacts WHERE trainer_id = $1)
            """,
            [trainer]
        ) { row in
            let other = try row.id(0, UserID.self)
            guard other != user.id else { return true }
            let (otherName, otherEmail) = (try row.text(1), try row.text(2))
            let whose =
                reader == trainer || other == trainer ? "that of \(otherName)" : "somebody else's with the same trainer"
            // `areConfusable` folds both, and hardly anybody's fold is the same.
            guard LookAlikes.fold(otherName) != name || !LookAlikes.areConfusable(user.displayName, otherName) else {
                throw SpotterError.invalid(
                    "This name is written like \(whose), in other letters; "
                        + "write it in plain letters, or add to it."
                )
            }
            guard LookAlikes.fold(otherEmail) != email || !LookAlikes.areConfusable(user.email, otherEmail) else {
                throw SpotterError.invalid(
                    "This email address is written like \(whose), in other letters; "
                        + "give another."
                )
            }
            return true
        }
    }
}
