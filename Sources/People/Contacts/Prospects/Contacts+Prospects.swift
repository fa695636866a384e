import Accounts
public import Domain
import Storage

/// Future clients without an account.
extension Contacts {
    /// Adds a prospect of the trainer.
    /// - Throws: `forbidden` if the actor isn't a trainer; `invalid_request` if the name or time zone is invalid.
    public func addProspect(displayName: String, timezone: String?, by actor: Actor) async throws -> Prospect {
        try Self.requireTrainer(actor)
        let prospect = Prospect(
            id: ids.next(),
            displayName: try Validation.displayName(displayName),
            timezone: try timezone.map { try Accounts.timezone($0) }
        )
        let now = clock.now()
        try await database.write { try prospect.insert(for: actor.userId, at: now, on: $0) }
        return prospect
    }

    /// The trainer's prospects that haven't become clients, by name.
    /// - Throws: `forbidden` if the actor isn't a trainer.
    public func prospects(of actor: Actor) async throws -> [Prospect] {
        try Self.requireTrainer(actor)
        return try await database.read { try Prospect.open(of: actor.userId, on: $0) }
    }

    /// Deletes a prospect and all plans with them.
    /// - Throws: `forbidden` if the actor isn't a trainer; `not_found` if the trainer has no such prospect.
    public func deleteProspect(_ id: ProspectID, by actor: Actor) async throws {
        try Self.requireTrainer(actor)
        try await database.write { connection in
            guard try Self.ownsProspect(id, actor, on: connection) else { throw SpotterError.notFound("prospect") }
            try prospectObserver.prospectWillBeDeleted(id, of: actor.userId, on: connection)
            connection.markErasure()
            try connection.execute("DELETE FROM prospects WHERE id = $1", id)
        }
    }

    /// Makes a prospect a client with an account, as soon as the client agrees. The relation and the calendar change in
    /// the same transaction.
    /// - Throws: `not_found` if the trainer has no such prospect; otherwise as `add(email:by:)`, but an existing
    ///   relation is no error.
    public func upgradeProspect(_ id: ProspectID, email: String, by actor: Actor) async throws -> Added {
        try await ask(email, for: id, by: actor)
    }

    // MARK: Rows

    /// Makes a prospect a client, unless it's gone or has become another.
    func convert(
        _ id: ProspectID,
        of trainer: UserID,
        to client: UserID,
        on connection: any SQLConnection
    ) throws {
        let converted = try connection.execute(
            "UPDATE prospects SET converted_to = $1 WHERE id = $2 AND trainer_id = $3 AND converted_to IS NULL",
            client,
            id,
            trainer
        )
        if converted == 1 { try prospectObserver.prospectWillConvert(id, to: client, on: connection) }
    }

    static func ownsProspect(
        _ id: ProspectID,
        _ actor: Actor,
        on connection: any SQLConnection
    ) throws -> Bool {
        let owner = try connection.first(
            "SELECT trainer_id FROM prospects WHERE id = $1 AND converted_to IS NULL",
            id
        ) { try $0.id(0, UserID.self) }
        guard let owner else { return false }
        return Access.can(actor, .own(owner))
    }
}
