public import Accounts
public import Domain
import Storage

/// One-time codes with which clients join a trainer.
extension Contacts {
    /// Creates a one-time code that makes its redeemer a client of the trainer. It expires after 14 days.
    /// - Parameter email: restricts the code to the owner of this address; `nil` for no restriction.
    /// - Throws: `forbidden` if the actor isn't a trainer; `invalid_request` if the address is invalid.
    public func invite(email: String?, by actor: Actor) async throws -> (invitation: Invitation, code: Secret) {
        try Self.requireTrainer(actor)
        let now = clock.now()
        let invitation = Invitation(
            id: ids.next(),
            trainerId: actor.userId,
            email: try email.map { try Validation.email($0) },
            expiresAt: now.adding(seconds: 14 * 86_400)
        )
        let code = tokens.make(prefix: "sp_i_")
        try await database.write { connection in
            _ = try connection.execute(
                """
                INSERT INTO invitations (id, trainer_id, email, code_hash, created_at, expires_at)
                VALUES ($1, $2, $3, $4, $5, $6)
                """,
                invitation.id,
                invitation.trainerId,
                invitation.email,
                TokenGenerator.hash(code),
                now,
                invitation.expiresAt
            )
        }
        return (invitation, code)
    }

    /// Redeems a code. Returns the trainer, who is now a contact of the client.
    /// - Throws: `forbidden` if the user isn't a client; `not_found` if the code is unknown or for another address;
    ///   `expired` if it was used or has expired.
    public func accept(code: Secret, by principal: Principal) async throws -> Contact {
        guard principal.user.role == .client else {
            throw SpotterError(.forbidden, "Only a client can accept a trainer's invitation.")
        }
        let now = clock.now()
        return try await database.write { connection in
            let found = try connection.first(
                """
                SELECT i.id, i.email, i.expires_at, i.accepted_by, u.id, u.display_name, u.email
                FROM invitations i \(User.join("u", on: "i.trainer_id")) WHERE i.code_hash = $1
                """,
                TokenGenerator.hash(code)
            ) {
                (
                    id: try $0.id(0, InvitationID.self), email: try $0.optionalText(1), ends: try $0.timestamp(2),
                    isUsed: !$0.isNull(3),
                    trainer: try Contact(row: $0, from: 4)
                )
            }
            guard let found, found.email == nil || found.email == principal.user.email else {
                throw SpotterError.notFound("invitation")
            }
            guard !found.isUsed, found.ends > now else {
                throw SpotterError(.expired, "This invitation was used or has ended; ask your trainer for a new one.")
            }
            try connection.execute(
                "UPDATE invitations SET accepted_by = $1, accepted_at = $2 WHERE id = $3",
                principal.userId,
                now,
                found.id
            )
            _ = try Self.relate(trainer: found.trainer.userId, client: principal.userId, at: now, on: connection)
            return found.trainer
        }
    }
}
