public import Domain
public import SpotterAPI
import Storage

/// What people write into profiles. It wins over what messages say, from then on.
extension ProfileService {
    /// Writes an item down by hand.
    /// - Throws: `not_found` if the actor isn't one of the two, or they aren't trainer and client; `invalid_request` if
    ///   the text is empty or longer than 500 characters, or there are too many.
    public func add(
        _ request: NewProfileItemRequest,
        to client: UserID,
        trainer: UserID,
        by actor: Actor
    ) async throws -> ProfileItem {
        let text = try Self.checked(request.text)
        try Self.check(from: request.validFrom, to: request.validTo)
        let (id, now): (ProfileItemID, Timestamp) = (ids.next(), clock.now())
        let change = ProfileChange(
            id: id,
            kind: .manual,
            category: request.category,
            text: text,
            status: .current,
            validFrom: request.validFrom ?? now,
            validTo: request.validTo,
            createdAt: now,
            changedAt: now
        )
        let pair = ProfilePair(trainer: trainer, client: client)
        return try await database.write { connection in
            try Self.require(actor, pair, on: connection)
            let count = try ProfileChange.list(of: pair, on: connection).count
            guard count < Self.maxManualItems else {
                throw SpotterError.invalid("A profile holds at most \(Self.maxManualItems) items; remove some.")
            }
            try change.store(for: pair, by: actor.userId, on: connection)
            return try Self.entry(id, of: pair, at: now, on: connection).item
        }
    }

    /// Changes an item. Messages don't change it any more after that.
    /// - Throws: `not_found` if there is no such item, or the actor isn't one of the two; `invalid_request` if the text is
    ///   empty or longer than 500 characters, or it ends before it begins.
    public func edit(
        _ id: ProfileItemID,
        _ request: UpdateProfileItemRequest,
        of client: UserID,
        trainer: UserID,
        by actor: Actor
    ) async throws -> ProfileItem {
        let text = try request.text.map(Self.checked)
        let (pair, now) = (ProfilePair(trainer: trainer, client: client), clock.now())
        return try await database.write { connection in
            try Self.require(actor, pair, on: connection)
            let entry = try Self.entry(id, of: pair, at: now, on: connection)
            connection.markErasure()
            var change =
                entry.change
                ?? ProfileChange(id: id, kind: .edited, category: entry.item.category, createdAt: now, changedAt: now)
            if let folded = entry.folded { change.covers.formUnion(folded.ids) }
            change.category = request.category ?? entry.item.category
            change.text = text ?? entry.item.text
            change.status = request.status ?? entry.item.status
            change.validFrom = request.validFrom.replacement ?? entry.item.validFrom
            change.validTo = request.validTo.replacement ?? entry.item.validTo
            // What is current again hasn't ended.
            if request.status == .current, request.validTo == .unchanged { change.validTo = nil }
            if request.status == .resolved, entry.item.status == .current, request.validTo == .unchanged {
                change.validTo = now
            }
            try Self.check(from: change.validFrom, to: change.validTo)
            change.changedAt = now
            try change.store(for: pair, by: actor.userId, on: connection)
            return try Self.entry(id, of: pair, at: now, on: connection).item
        }
    }

    /// Removes an item. It doesn't come back when the client says the same again.
    /// - Throws: `not_found` if there is no such item, or the actor isn't one of the two.
    public func remove(_ id: ProfileItemID, of client: UserID, trainer: UserID, by actor: Actor) async throws {
        let (pair, now) = (ProfilePair(trainer: trainer, client: client), clock.now())
        try await database.write { connection in
            try Self.require(actor, pair, on: connection)
            let entry = try Self.entry(id, of: pair, at: now, on: connection)
            connection.markErasure()
            try ProfileChange.delete(id, of: pair, on: connection)
            guard let folded = entry.folded else { return }
            let removal = ProfileChange(
                id: id,
                kind: .removed,
                category: folded.category,
                hashes: Set(folded.topics.named.map(ProfileHash.word)),
                covers: Set(folded.ids),
                createdAt: now,
                changedAt: now
            )
            try removal.store(for: pair, by: actor.userId, on: connection)
        }
    }

    private static func entry(
        _ id: ProfileItemID,
        of pair: ProfilePair,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> ProfileReading.Entry {
        let entries = try ProfileReading(of: pair, at: now, on: connection).entries
        guard let entry = entries.first(where: { $0.item.id == id }) else {
            throw SpotterError.notFound("profile item")
        }
        return entry
    }

    private static func checked(_ text: String) throws -> String {
        let text = try Validation.messageText(text.trimmed)
        guard TextLength(1...NewProfileItemRequest.maxTextLength).admits(text) else {
            throw SpotterError.invalid("An item has 1 to 500 characters; this one has \(text.count).")
        }
        return text
    }

    private static func check(from start: Timestamp?, to end: Timestamp?) throws {
        guard let start, let end, end < start else { return }
        throw SpotterError.invalid("validTo is before validFrom; give them in their order.")
    }
}
