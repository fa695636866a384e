public import Accounts
public import Domain
import Storage

/// One-time codes with which clients join a trainer.
extension Contacts {
    /// More codes that nobody has used would only be a burden.
    static let maxOpenInvitations = 500

    /// Creates a one-time code that makes its redeemer a client of the trainer. It expires after 14 days.
    /// - Parameters:
    ///   - email: restricts the code to the owner of this address; `nil` for no restriction.
    ///   - role: what the invited becomes; a trainer can invite clients only.
    /// - Throws: `forbidden` if the actor isn't a trainer or invites one; `invalid_request` if the address is invalid;
    ///   `rate_limited` if too many codes are unused.
    public func invite(
        email: String?,
        role: Role = .client,
        by actor: Actor
    ) async throws -> (invitation: Invitation, code: Secret) {
        try Self.requireTrainer(actor)
        guard role == .client else {
            throw SpotterError(.forbidden, "Only the operator invites trainers: spotter admin invite --role trainer.")
        }
        let now = clock.now()
        let invitation = Invitation(
            id: ids.next(),
            trainerId: actor.userId,
            email: try email.map { try Validation.email($0) },
            expiresAt: now.adding(seconds: Registrations.lifetimeSeconds)
        )
        let code = tokens.make(prefix: InvitationRows.prefix)
        try await database.write { connection in
            guard try InvitationRows.open(of: actor.userId, at: now, on: connection).count < Self.maxOpenInvitations
            else {
                throw SpotterError(
                    .rateLimited,
                    "\(Self.maxOpenInvitations) invitations wait to be used; revoke some before you make another."
                )
            }
            try InvitationRows.insert(invitation, code: code, at: now, on: connection)
        }
        return (invitation, code)
    }

    /// The trainer's invitations that can still be used, latest first.
    /// - Throws: `forbidden` if the actor isn't a trainer.
    public func invitations(of actor: Actor) async throws -> [Invitation] {
        try Self.requireTrainer(actor)
        let now = clock.now()
        return try await database.read { try InvitationRows.open(of: actor.userId, at: now, on: $0) }
    }

    /// Takes an invitation back that nobody has used.
    /// - Throws: `forbidden` if the actor isn't a trainer; `not_found` if the trainer has no such open invitation.
    public func revokeInvitation(_ id: InvitationID, by actor: Actor) async throws {
        try Self.requireTrainer(actor)
        try await database.write { connection in
            guard try InvitationRows.deleteOpen(id, of: actor.userId, on: connection) else {
                throw SpotterError.notFound("invitation")
            }
        }
    }

    /// Redeems a code. Returns the trainer, who is now a contact of the client.
    /// - Throws: `forbidden` if the user isn't a client, or one of the two has blocked the other; `not_found` if the
    ///   code is unknown, for another address or only for a new account; `expired` if it was used or has expired.
    public func accept(code: Secret, by principal: Principal) async throws -> Contact {
        guard principal.user.role == .client else {
            throw SpotterError(.forbidden, "Only a client can accept a trainer's invitation.")
        }
        let now = clock.now()
        let trainer = try await database.write { connection in
            let found = try InvitationRows.find(code, on: connection)
            guard let found, let trainerId = found.invitation.trainerId,
                found.invitation.email == nil || found.invitation.email == principal.user.email,
                let trainer = try User.find(trainerId, on: connection)
            else { throw SpotterError.notFound("invitation") }
            guard found.isOpen(at: now) else { throw InvitationRows.ended }
            try InvitationRows.use(found.invitation.id, by: principal.userId, at: now, on: connection)
            try agree(principal.user, to: trainer, at: now, on: connection)
            return trainer
        }
        observer.relationDidChange(between: trainer.id, and: principal.userId)
        return Contact(trainer)
    }
}
