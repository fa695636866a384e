import Domain

/// An id in a request. Text that isn't a valid id is treated like the id of an entity that doesn't exist.
struct ReferencedID<Entity>: Decodable, Sendable {
    /// `nil` if the text isn't an id.
    let id: ID<Entity>?

    init(_ id: ID<Entity>?) { self.id = id }
    init(from decoder: any Decoder) throws { id = ID(try decoder.singleValueContainer().decode(String.self)) }
}

/// A value of a fixed set in a request; `nil` for any other text, so that the error can list the valid values.
struct RequestedWord<Word: RawRepresentable & CaseIterable>: Decodable where Word.RawValue == String {
    let word: Word?

    init(_ word: Word?) { self.word = word }
    init(from decoder: any Decoder) throws {
        word = Word(rawValue: try decoder.singleValueContainer().decode(String.self))
    }
}

extension KeyedDecodingContainer {
    /// - Throws: `error` if the text isn't a valid id.
    func id<Entity>(_ key: Key, orThrow error: @autoclosure () -> SpotterError) throws -> ID<Entity> {
        guard let id = try decode(ReferencedID<Entity>.self, forKey: key).id else { throw error() }
        return id
    }

    /// - Throws: `error` if the text isn't a valid id.
    func idIfPresent<Entity>(_ key: Key, orThrow error: @autoclosure () -> SpotterError) throws -> ID<Entity>? {
        guard let reference = try decodeIfPresent(ReferencedID<Entity>.self, forKey: key) else { return nil }
        guard let id = reference.id else { throw error() }
        return id
    }

    /// Omitted, `null` or an id.
    /// - Throws: `error` if the text isn't a valid id.
    func idChange<Entity>(
        _ key: Key,
        orThrow error: @autoclosure () -> SpotterError
    ) throws -> FieldChange<ID<Entity>> {
        guard let reference = try decodeIfPresent(FieldChange<ReferencedID<Entity>>.self, forKey: key) else {
            return contains(key) ? .cleared : .unchanged
        }
        guard case .set(let value) = reference, let id = value.id else { throw error() }
        return .set(id)
    }

    /// - Throws: `error` if one of the texts isn't a valid id.
    func idsIfPresent<Entity>(_ key: Key, orThrow error: @autoclosure () -> SpotterError) throws -> [ID<Entity>]? {
        guard let references = try decodeIfPresent([ReferencedID<Entity>].self, forKey: key) else { return nil }
        return try references.map { reference in
            guard let id = reference.id else { throw error() }
            return id
        }
    }

    /// The members of a new group, or those to add.
    /// - Throws: `invalid_request` if there are more than a group can have, `not_found` if a text isn't a valid id.
    func memberIds(_ key: Key) throws -> [UserID] {
        let references = try decode([ReferencedID<User>].self, forKey: key)
        guard references.count <= Validation.groupSize.upperBound else {
            throw SpotterError.invalid("A group holds at most \(Validation.groupSize.upperBound) members.")
        }
        return try references.map { reference in
            guard let id = reference.id else { throw SpotterError.notFound("person") }
            return id
        }
    }

    /// - Throws: `invalid_request` with `message` for any other text.
    func word<Word: RawRepresentable & CaseIterable>(
        _ key: Key,
        _ message: @autoclosure () -> String
    ) throws -> Word where Word.RawValue == String {
        guard let word = try decode(RequestedWord<Word>.self, forKey: key).word else {
            throw SpotterError.invalid(message())
        }
        return word
    }

    /// - Throws: `invalid_request` with `message` for any other text.
    func wordIfPresent<Word: RawRepresentable & CaseIterable>(
        _ key: Key,
        _ message: @autoclosure () -> String
    ) throws -> Word? where Word.RawValue == String {
        guard let requested = try decodeIfPresent(RequestedWord<Word>.self, forKey: key) else { return nil }
        guard let word = requested.word else { throw SpotterError.invalid(message()) }
        return word
    }
}
