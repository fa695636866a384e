import Domain
import Foundation

/// The addresses below `/dav`.
enum CalDAVPlace: Hashable {
    case root
    case principal
    case home
    case calendar
    /// The name, as it was given.
    case object(String)

    static let calendarName = "spotter"

    /// What a path names for a user; `nil` for another user's, and for anything else.
    init?(_ path: String, of user: UserID) {
        let parts = path.split(separator: "/").map { String($0).removingPercentEncoding }
        let names = parts.compactMap { $0 }
        guard names.count == parts.count, names.first == "dav" else { return nil }
        let id = user.description
        switch Array(names.dropFirst()) {
        case []: self = .root
        case ["principals", id]: self = .principal
        case ["calendars", id]: self = .home
        case ["calendars", id, Self.calendarName]: self = .calendar
        case let names where names.count == 4 && Array(names.prefix(3)) == ["calendars", id, Self.calendarName]:
            guard !names[3].contains("/"), !names[3].unicodeScalars.contains(where: { $0.value < 0x20 }) else {
                return nil
            }
            self = .object(names[3])
        default: return nil
        }
    }

    /// The path, percent-encoded.
    func path(of user: UserID) -> String {
        switch self {
        case .root: "/dav/"
        case .principal: "/dav/principals/\(user)/"
        case .home: "/dav/calendars/\(user)/"
        case .calendar: "/dav/calendars/\(user)/\(Self.calendarName)/"
        case .object(let name): "/dav/calendars/\(user)/\(Self.calendarName)/\(PercentEncoding.encode(name))"
        }
    }
}
