package import Domain
import Foundation

/// What the server asks of a field beyond its type, in the words of JSON schema.
///
/// Lengths count characters as JSON schema does, by Unicode scalars. Where the server counts otherwise, the schema is the
/// stricter of both, so that what it allows is accepted.
package struct FieldLimit: Sendable {
    let keywords: [String: JSONValue]

    /// Text of so many characters.
    static func text(_ length: ClosedRange<Int>) -> FieldLimit {
        FieldLimit(keywords: ["minLength": .integer(length.lowerBound), "maxLength": .integer(length.upperBound)])
    }

    /// Text without NUL, of which something can be seen.
    static func words(upTo maxLength: Int) -> FieldLimit {
        text(1...maxLength).matching(#"^[^\u0000]*[^\s\u0000][^\u0000]*$"#)
    }

    /// Text without NUL that may be empty.
    static func wordsOrNothing(upTo maxLength: Int) -> FieldLimit { text(0...maxLength).matching(#"^[^\u0000]*$"#) }

    /// The name of a person or a group: a line that begins and ends with something to see.
    static func name(upTo maxLength: Int) -> FieldLimit {
        let unseen =
            #"\u0000-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E"#
            + #"\u2060-\u206F\u2800\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFF"#
        return text(1...maxLength).matching(#"^[^\s\#(unseen)]([^\#(unseen)]*[^\s\#(unseen)])?$"#)
    }

    /// An id that the client chooses.
    package static let clientID = text(1...128).matching(#"^[ -~]+$"#)

    /// The id of an answer, or `root`.
    static let parentID = FieldLimit(
        keywords: ["pattern": #"^(root|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$"#]
    )

    /// What an earlier page has given.
    static let cursor = text(1...256).matching("^[A-Za-z0-9_-]+$")

    static let email = FieldLimit(
        keywords: ["format": "email", "maxLength": 254, "pattern": #"^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$"#]
    )

    /// An IANA name that this machine knows.
    static let timezone: FieldLimit = {
        let names = Set(TimeZone.knownTimeZoneIdentifiers + ["UTC"]).sorted()
        return FieldLimit(keywords: ["enum": .array(names.map { .string($0) })])
    }()

    static func number(_ range: PartialRangeFrom<Int>) -> FieldLimit {
        FieldLimit(keywords: ["minimum": .integer(range.lowerBound)])
    }

    static func number(_ range: ClosedRange<Int>) -> FieldLimit {
        FieldLimit(keywords: ["minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)])
    }

    static func items(_ count: ClosedRange<Int>) -> FieldLimit {
        FieldLimit(
            keywords: [
                "minItems": .integer(count.lowerBound), "maxItems": .integer(count.upperBound), "uniqueItems": true,
            ]
        )
    }

    static func properties(upTo count: Int) -> FieldLimit { FieldLimit(keywords: ["maxProperties": .integer(count)]) }

    func matching(_ pattern: String) -> FieldLimit {
        FieldLimit(keywords: keywords.merging(["pattern": .string(pattern)]) { _, new in new })
    }

    /// The schema with these keywords. They apply to what isn't `null`.
    package func applied(to schema: JSONValue) -> JSONValue {
        guard case .object(var fields) = schema else { return schema }
        if case .array(let alternatives)? = fields["anyOf"] {
            fields["anyOf"] = .array(alternatives.map { $0 == ["type": "null"] ? $0 : applied(to: $0) })
        } else {
            fields.merge(keywords) { _, new in new }
        }
        return .object(fields)
    }
}

/// A request whose fields have limits that their types don't tell.
protocol LimitedFields {
    /// By the name of the field.
    static var limits: [String: FieldLimit] { get }
}
