import Accounts
public import Domain
package import Storage

/// A trainer asks an address; its owner becomes a client by agreeing.
extension Contacts {
    static let maxRequestsADay = 100
    static let maxOpenRequests = 500

    public enum Added: Sendable, Hashable {
        /// The client had agreed before.
        case accepted(Contact)
        case pending(SentContactRequest)
    }

    /// Asks the owner of an address to become the trainer's client. Asking again changes nothing.
    ///
    /// The answer is the same whether the address has an account, whether its owner is a client, has declined or has
    /// blocked the trainer.
    /// - Throws: `forbidden` if the actor isn't a trainer, or has a relation with the client and one of the two has
    ///   blocked the other; `invalid_request` if the address is invalid; `already_exists` if the relation exists;
    ///   `rate_limited` if the trainer has asked too often.
    public func add(email: String, by actor: Actor) async throws -> Added {
        try await ask(email, for: nil, by: actor)
    }

    /// - Parameter prospect: becomes this client; then an existing relation is no error.
    func ask(_ email: String, for prospect: ProspectID?, by actor: Actor) async throws -> Added {
        try Self.requireTrainer(actor)
        let address = try Validation.email(email)
        let id: ContactRequestID = ids.next()
        let now = clock.now()
        let outcome = try await withCheckedThrowingContinuation { continuation in
            database.enqueue { connection in
                try ask(address, as: id, for: prospect, by: actor, at: now, on: connection)
            } completion: { [observer] result in
                if case .success(let outcome) = result, let notice = outcome.notice {
                    observer.requestDidArrive(notice.request, for: notice.client)
                }
                continuation.resume(with: result)
            }
        }
        if case .accepted(let contact) = outcome.added {
            observer.relationDidChange(between: actor.userId, and: contact.userId)
        }
        return outcome.added
    }

    /// What a trainer waits for and what waits for a client, latest first.
    public func requests(
        of user: User
    ) async throws -> (received: [ReceivedContactRequest], sent: [SentContactRequest]) {
        let now = clock.now()
        return try await database.read { connection in
            (
                try ContactRequestRows.received(by: user, at: now, on: connection).map(\.request),
                try ContactRequestRows.sent(by: user.id, at: now, on: connection)
            )
        }
    }

    /// Agrees to a request. Returns the trainer, who is now a contact of the client.
    /// - Throws: `not_found` if no such request waits for the user.
    public func acceptRequest(_ id: ContactRequestID, by user: User) async throws -> Contact {
        let now = clock.now()
        let trainer = try await database.write { connection in
            let found = try ContactRequestRows.received(by: user, only: id, at: now, on: connection).first
            guard let found, let trainer = try User.find(found.request.userId, on: connection) else {
                throw SpotterError.notFound("request")
            }
            try agree(user, to: trainer, at: now, on: connection)
            if let prospect = found.prospect {
                try convert(prospect, of: trainer.id, to: user.id, on: connection)
            }
            return trainer
        }
        observer.relationDidChange(between: trainer.id, and: user.id)
        return Contact(trainer)
    }

    /// Declines a request. To the trainer it still appears pending, and asking again won't reach the user for 90
    /// days.
    /// - Throws: `not_found` if no such request waits for the user.
    public func declineRequest(_ id: ContactRequestID, by user: User) async throws {
        let now = clock.now()
        try await database.write { connection in
            guard try !ContactRequestRows.received(by: user, only: id, at: now, on: connection).isEmpty else {
                throw SpotterError.notFound("request")
            }
            try ContactRequestRows.decline(id, at: now, on: connection)
        }
    }

    /// Forgets requests and answers that have ended.
    public func deleteExpiredRequests() async throws {
        let now = clock.now()
        try await database.write { try ContactRequestRows.deleteExpired(at: now, on: $0) }
    }

    /// Whether a trainer's request waits for this client's answer.
    package static func isAsking(
        _ trainer: UserID,
        client: UserID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Bool {
        guard let user = try User.find(client, on: connection) else { return false }
        return try ContactRequestRows.received(by: user, at: now, on: connection)
            .contains { $0.request.userId == trainer }
    }

    // MARK: Rows

    private struct Outcome: Sendable {
        let added: Added
        var notice: (request: ReceivedContactRequest, client: UserID)?
    }

    private func ask(
        _ address: String,
        as id: ContactRequestID,
        for prospect: ProspectID?,
        by actor: Actor,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> Outcome {
        if let prospect, try !Self.ownsProspect(prospect, actor, on: connection) {
            throw SpotterError.notFound("prospect")
        }
        // Every step is taken whether the address has an account or not, so that the time tells nothing either.
        let user = try User.find(email: address, on: connection)
        let row = try ContactRequestRows.find(from: actor.userId, to: address, on: connection)
        let stranger = UserID(high: 0, low: 0)
        let isRelated = try Self.exists(trainer: actor.userId, client: user?.id ?? stranger, on: connection)
        let isBlocked = try BlockRows.exists(between: actor.userId, and: user?.id ?? stranger, on: connection)
        let mayRelate = Access.can(actor, .becomeContact(of: user?.role ?? .trainer, isBlocked: isBlocked))
        if let user, isRelated || mayRelate && row?.holds(.agreed, at: now) == true {
            guard mayRelate else { throw SpotterError.blocked }
            if isRelated, prospect == nil {
                throw SpotterError(.alreadyExists, "This user is already in your client list")
            }
            if !isRelated {
                try Self.requireDistinct(user, among: actor.userId, telling: actor.userId, on: connection)
            }
            try relate(user, to: actor.userId, at: now, on: connection)
            if let prospect { try convert(prospect, of: actor.userId, to: user.id, on: connection) }
            return Outcome(added: .accepted(Contact(userId: user.id, displayName: user.displayName, email: user.email)))
        }
        let request: SentContactRequest
        var isNew = false
        if let row, let askedAt = row.askedAt, row.isAsking(at: now) {
            request = SentContactRequest(id: row.id, email: address, at: askedAt)
        } else {
            try requireBudget(of: actor.userId, at: now, on: connection)
            let quiet = row?.holds(.declined, at: now) == true ? row?.answeredAt : nil
            try ContactRequestRows.ask(id, from: actor.userId, to: address, keeping: quiet, at: now, on: connection)
            request = SentContactRequest(id: id, email: address, at: now)
            isNew = true
        }
        if let prospect { try ContactRequestRows.attach(prospect, to: request.id, on: connection) }
        var outcome = Outcome(added: .pending(request))
        if isNew, let user,
            let arrived = try ContactRequestRows.received(by: user, only: request.id, at: now, on: connection).first
        {
            outcome.notice = (arrived.request, user.id)
        }
        return outcome
    }

    private func requireBudget(of trainer: UserID, at now: Timestamp, on connection: any SQLConnection) throws {
        let open = try ContactRequestRows.sent(by: trainer, at: now, on: connection)
        let today = open.count { $0.at > now.adding(seconds: -86_400) }
        guard open.count < Self.maxOpenRequests, today < Self.maxRequestsADay else {
            throw SpotterError(
                .rateLimited,
                "You have asked many people already; wait until some have answered, or give them an invitation code.",
                retryable: true,
                retryAfterMs: 3_600_000
            )
        }
    }

    /// Makes the client and the trainer contacts, because the client wants it.
    /// - Throws: `forbidden` if one of the two has blocked the other.
    func agree(_ client: User, to trainer: User, at now: Timestamp, on connection: any SQLConnection) throws {
        let isBlocked = try BlockRows.exists(between: client.id, and: trainer.id, on: connection)
        let actor = Actor(userId: client.id, role: client.role)
        guard Access.can(actor, .becomeContact(of: trainer.role, isBlocked: isBlocked)) else {
            throw SpotterError.blocked
        }
        try Self.requireDistinct(client, among: trainer.id, telling: client.id, on: connection)
        try relate(client, to: trainer.id, at: now, on: connection)
    }

    private func relate(
        _ client: User,
        to trainer: UserID,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        _ = try Self.relate(trainer: trainer, client: client.id, at: now, on: connection)
        try ContactRequestRows.delete(from: trainer, to: client.email, on: connection)
        try observer.relationWillChange(between: trainer, and: client.id, on: connection)
    }
}
