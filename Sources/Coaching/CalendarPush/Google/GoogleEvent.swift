import Crypto
import Domain
import Foundation
import Scheduling

/// An event as Google's Calendar API v3 takes it. Its id is made of what it is, so that it is there once however often it is
/// sent.
struct GoogleEvent: Sendable, Equatable {
    let id: String
    let fields: [String: JSONValue]

    /// Under this name each event has `key`, which finds all of an object.
    static let property = "spotterObject"

    /// What all events of an object have in common: nobody else's are the same, not even of the same appointment.
    static func key(of uid: String, for user: UserID) -> String { digest("\(user) \(uid)") }

    /// Whether an id is of the form of those here; an event that was changed there alone has another.
    static func isOurs(_ id: String) -> Bool {
        id.utf8.count == 40 && id.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }

    init(_ part: CalendarObjectPart, key: String) {
        id = Self.digest("\(key) \(part.occurrence.map(\.description) ?? "")")
        func time(_ instant: Timestamp, _ day: String?) -> JSONValue {
            // What a patch doesn't name stays, so everything is named.
            [
                "date": day.map(JSONValue.string) ?? .null,
                "dateTime": day == nil ? .string(instant.description) : .null,
                "timeZone": day == nil ? part.zone.map(JSONValue.string) ?? .null : .null,
            ]
        }
        let days = part.days
        fields = [
            "summary": .string(part.title),
            "location": part.location.map(JSONValue.string) ?? .null,
            "description": part.notes.map(JSONValue.string) ?? .null,
            "start": time(part.startsAt, days?.first),
            "end": time(part.endsAt, days?.end),
            "recurrence": part.recurrence.isEmpty ? .null : .array(part.recurrence.map(JSONValue.string)),
            "transparency": part.isFree ? "transparent" : "opaque",
            // Of one that was deleted there this takes the deletion back.
            "status": "confirmed",
            "extendedProperties": [
                "private": [Self.property: .string(key), "spotterEventType": .string(part.eventType)]
            ],
        ]
    }

    /// Forty of the characters that Google takes in ids: those of base32hex.
    private static func digest(_ text: String) -> String {
        Hexadecimal.encode(SHA256.hash(data: Data(text.utf8)).prefix(20))
    }
}
