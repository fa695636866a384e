import Domain
public import Foundation

/// Decodes a request and refuses fields that it doesn't have: a misspelt one would otherwise be ignored in silence. One that
/// is `null` says nothing and is let pass.
/// Only the outermost object is looked at, because what stands inside may be another program's, as a browser's
/// `PushSubscription` is.
public struct StrictRequest<Body: Decodable>: Decodable {
    public let body: Body

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    public init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: AnyKey.self) {
            let given = object.allKeys.lazy.filter { (try? object.decodeNil(forKey: $0)) != true }
            try RequestFields.of(Body.self).admit(given.map(\.stringValue))
        }
        body = try Body(from: decoder)
    }

    /// More fields than clients leave empty in one body.
    private static var maxEmptyLists: Int { 8 }

    /// Decodes a body from JSON. A field with an empty list where something else is wanted says nothing: so PHP writes an
    /// empty object.
    ///
    /// - Throws: `DecodingError`; `SpotterError` for a field that isn't known.
    public static func body(from data: Data) throws -> Body { try body(from: data, emptyLists: maxEmptyLists) }

    private static func body(from data: Data, emptyLists: Int) throws -> Body {
        do {
            return try JSONDecoder().decode(Self.self, from: data).body
        } catch DecodingError.typeMismatch(let type, let context) {
            guard emptyLists > 0, let value = try? JSONDecoder().decode(JSONValue.self, from: data),
                let rest = value.withoutEmptyList(at: context.codingPath[...]),
                let data = try? JSONEncoder().encode(rest)
            else { throw DecodingError.typeMismatch(type, context) }
            return try body(from: data, emptyLists: emptyLists - 1)
        }
    }
}

extension JSONValue {
    /// The value without the member that a path leads to; `nil` unless that is an empty list.
    fileprivate func withoutEmptyList(at path: ArraySlice<any CodingKey>) -> JSONValue? {
        guard let key = path.first else { return nil }
        switch self {
        case .object(var members):
            guard let member = members[key.stringValue] else { return nil }
            if path.count == 1 {
                guard member == [] else { return nil }
                members[key.stringValue] = nil
            } else {
                guard let rest = member.withoutEmptyList(at: path.dropFirst()) else { return nil }
                members[key.stringValue] = rest
            }
            return .object(members)
        case .array(var elements):
            guard let index = key.intValue, elements.indices.contains(index), path.count > 1,
                let rest = elements[index].withoutEmptyList(at: path.dropFirst())
            else { return nil }
            elements[index] = rest
            return .array(elements)
        default: return nil
        }
    }
}
