public import Accounts
import Contacts
public import Domain
import Messaging
import Scheduling
public import SpotterAPI
import Storage

extension AutomaticReplies {
    /// A trainer's settings and agreements, or what trainers have offered to a client.
    public func overview(for actor: Actor) async throws -> AutomaticResponse {
        try await database.read { try Self.overview(for: actor, on: $0) }
    }

    /// Changes a trainer's settings. Turned off, nothing is sent any more, whatever was planned.
    /// - Throws: `forbidden` for a client; `invalid_request` for a value out of its bounds.
    public func change(_ request: AutomaticSettingsRequest, by actor: Actor) async throws -> AutomaticResponse {
        try Self.requireTrainer(actor)
        let response = try await database.write { connection in
            var settings = try SettingsRows.settings(of: actor.userId, on: connection)
            try settings.apply(request)
            let quiet = try QuietSpan(settings.quietHours)
            if settings.enabled, try !SettingsRows.isUsed(on: connection),
                let last = try MessageFeed.last(on: connection)
            {
                // Nobody has looked at what was written until now; it isn't answered afterwards.
                try MessageFeed.automatic.advance(to: last.num, on: connection)
            }
            try SettingsRows.store(settings, quiet: quiet, of: actor.userId, on: connection)
            if !settings.enabled { try ReplyRow.dropPlanned(of: actor.userId, for: .off, on: connection) }
            return try Self.overview(for: actor, on: connection)
        }
        try await settingsDidChange(for: [actor.userId])
        return response
    }

    /// Offers a client replies of some kinds. Nothing is sent until the client agrees; other kinds than before have to be
    /// agreed to again.
    /// - Throws: `forbidden` for a client; `not_found` unless the user is a client of the trainer; `invalid_request` for
    ///   no kinds.
    public func offer(_ kinds: [AutomaticKind], to client: UserID, by actor: Actor) async throws -> AutomaticResponse {
        try Self.requireTrainer(actor)
        let kinds = Set(kinds)
        guard !kinds.isEmpty else { throw SpotterError.invalid("Name the kinds of replies, such as appointments.") }
        let now = clock.now()
        let response = try await database.write { connection in
            guard try Contacts.exists(trainer: actor.userId, client: client, on: connection) else {
                throw SpotterError.notFound("client")
            }
            let before = try SettingsRows.agreement(of: actor.userId, with: client, on: connection)
            let addsNothing = before.map { kinds.isSubset(of: $0.kinds) } ?? false
            try SettingsRows.store(
                .init(
                    kinds: kinds,
                    offeredAt: addsNothing ? before?.offeredAt ?? now : now,
                    agreedAt: addsNothing ? before?.agreedAt : nil,
                    isRevised: before.map { $0.isRevised || !addsNothing } ?? false
                ),
                of: actor.userId,
                with: client,
                on: connection
            )
            return try Self.overview(for: actor, on: connection)
        }
        try await settingsDidChange(for: [actor.userId, client])
        return response
    }

    /// Accepts a trainer's offer, if it is the one that the client was shown.
    /// - Parameter shown: what the client knows of it. A client that doesn't say may have seen an earlier one.
    /// - Throws: `not_found` without an offer; `conflict` if it was changed since it was shown.
    public func accept(
        _ trainer: UserID,
        shown: AcceptAutomaticRequest = AcceptAutomaticRequest(),
        by client: Actor
    ) async throws -> AutomaticResponse {
        let now = clock.now()
        let response = try await database.write { connection in
            guard var agreement = try SettingsRows.agreement(of: trainer, with: client.userId, on: connection) else {
                throw SpotterError.notFound("offer")
            }
            guard agreement.agreedAt != nil || agreement.isWhatWasShown(shown) else {
                throw SpotterError(.conflict, "This offer has changed since you saw it. Look at it again.")
            }
            agreement.agreedAt = agreement.agreedAt ?? now
            agreement.isRevised = false
            try SettingsRows.store(agreement, of: trainer, with: client.userId, on: connection)
            return try Self.overview(for: client, on: connection)
        }
        try await settingsDidChange(for: [trainer, client.userId])
        return response
    }

    /// Ends an agreement or an offer, by either side. Nothing is sent any more, whatever was planned.
    /// - Throws: `not_found` if there is none.
    public func end(with other: UserID, by actor: Actor) async throws {
        let (trainer, client) = actor.role == .trainer ? (actor.userId, other) : (other, actor.userId)
        try await database.write { connection in
            guard try SettingsRows.removeAgreement(of: trainer, with: client, on: connection) else {
                throw SpotterError.notFound("offer")
            }
            try ReplyRow.dropPlanned(of: trainer, with: client, for: .off, on: connection)
        }
        try await settingsDidChange(for: [trainer, client])
    }

    // MARK: The operator

    public func isAllowed() async throws -> Bool { try await database.read { try SettingsRows.isAllowed(on: $0) } }

    /// Turns automatic replies on or off for everybody, at once.
    public func allow(_ isAllowed: Bool, by admin: AdminActor) async throws {
        let now = clock.now()
        try await database.write { connection in
            try SettingsRows.allow(isAllowed, on: connection)
            if !isAllowed { try ReplyRow.dropPlanned(for: .off, on: connection) }
            try AdminLog.record(
                .setAutomatic,
                user: nil,
                by: admin,
                detail: isAllowed ? "on" : "off",
                at: now,
                on: connection
            )
        }
    }

    // MARK: Parts

    private static func overview(for actor: Actor, on connection: any SQLConnection) throws -> AutomaticResponse {
        AutomaticResponse(
            isAllowed: try SettingsRows.isAllowed(on: connection),
            settings: actor.role == .trainer ? try SettingsRows.settings(of: actor.userId, on: connection) : nil,
            agreements: try SettingsRows.agreements(of: actor, on: connection)
        )
    }

    static func requireTrainer(_ actor: Actor) throws {
        guard actor.role == .trainer else { throw SpotterError(.forbidden, "Only trainers can do that.") }
    }
}

extension AutomaticSettings {
    /// - Throws: `invalid_request` for a value out of its bounds.
    mutating func apply(_ request: AutomaticSettingsRequest) throws {
        enabled = request.enabled ?? enabled
        afterMinutes = request.afterMinutes ?? afterMinutes
        perClientPerDay = request.perClientPerDay ?? perClientPerDay
        perDay = request.perDay ?? perDay
        perWeek = request.perWeek ?? perWeek
        quietHours = request.quietHours ?? quietHours
        if let words = request.acknowledgement.replacement {
            let trimmed = words?.trimmed
            acknowledgement = trimmed?.isEmpty == true ? nil : trimmed
        }
        guard Self.minutes.contains(afterMinutes) else {
            throw SpotterError.invalid("afterMinutes is 1 to \(Self.minutes.upperBound).")
        }
        guard (0...Self.maxPerDay).contains(perClientPerDay), (0...Self.maxPerDay).contains(perDay) else {
            throw SpotterError.invalid("perClientPerDay and perDay are 0 to \(Self.maxPerDay).")
        }
        guard (0...Self.maxPerWeek).contains(perWeek) else {
            throw SpotterError.invalid("perWeek is 0 to \(Self.maxPerWeek).")
        }
        guard (acknowledgement ?? "").count <= Self.maxAcknowledgementLength else {
            throw SpotterError.invalid("acknowledgement has at most \(Self.maxAcknowledgementLength) characters.")
        }
    }
}
