import Domain

/// An id in a request. Text that can't be an id names nothing, and is answered like an id that nothing has.
struct ReferencedID<Entity>: Decodable, Sendable {
    /// `nil` if the text isn't an id.
    let id: ID<Entity>?

    init(_ id: ID<Entity>?) { self.id = id }
    init(from decoder: any Decoder) throws { id = ID(try decoder.singleValueContainer().decode(String.self)) }
}

/// A word of a fixed set in a request; `nil` for another word, so that the error can name the right ones.
struct RequestedWord<Word: RawRepresentable & CaseIterable>: Decodable where Word.RawValue == String {
    let word: Word?

    init(_ word: Word?) { self.word = word }
    init(from decoder: any Decoder) throws {
        word = Word(rawValue: try decoder.singleValueContainer().decode(String.self))
    }
}

extension KeyedDecodingContainer {
    /// - Throws: `error` for text that isn't an id.
    func id<Entity>(_ key: Key, orThrow error: @autoclosure () -> SpotterError) throws -> ID<Entity> {
        guard let id = try decode(ReferencedID<Entity>.self, forKey: key).id else { throw error() }
        return id
    }

    /// - Throws: `error` for text that isn't an id.
    func idIfPresent<Entity>(_ key: Key, orThrow error: @autoclosure () -> SpotterError) throws -> ID<Entity>? {
        guard let reference = try decodeIfPresent(ReferencedID<Entity>.self, forKey: key) else { return nil }
        guard let id = reference.id else { throw error() }
        return id
    }

    /// Left out, `null` or an id.
    /// - Throws: `error` for text that isn't an id.
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

    /// - Throws: `error` if one of them isn't an id.
    func idsIfPresent<Entity>(_ key: Key, orThrow error: @autoclosure () -> SpotterError) throws -> [ID<Entity>]? {
        guard let references = try decodeIfPresent([ReferencedID<Entity>].self, forKey: key) else { return nil }
        return try references.map { reference in
            guard let id = reference.id else { throw error() }
            return id
        }
    }

    /// The people of a new group, or those who join one.
    /// - Throws: `invalid_request` for more than a group holds, `not_found` for text that isn't an id.
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

    /// - Throws: `invalid_request` with `message` for any other word.
    func word<Word: RawRepresentable & CaseIterable>(
        _ key: Key,
        _ message: @autoclosure () -> String
    ) throws -> Word where Word.RawValue == String {
        guard let word = try decode(RequestedWord<Word>.self, forKey: key).word else {
            throw SpotterError.invalid(message())
        }
        return word
    }

    /// - Throws: `invalid_request` with `message` for any other word.
    func wordIfPresent<Word: RawRepresentable & CaseIterable>(
        _ key: Key,
        _ message: @autoclosure () -> String
    ) throws -> Word? where Word.RawValue == String {
        guard let requested = try decodeIfPresent(RequestedWord<Word>.self, forKey: key) else { return nil }
        guard let word = requested.word else { throw SpotterError.invalid(message()) }
        return word
    }
}
