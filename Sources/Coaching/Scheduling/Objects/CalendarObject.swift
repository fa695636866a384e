import Crypto
public import Domain
import Foundation

/// An event or a series as other calendars keep it: one iCalendar document under a name.
public struct CalendarObject: Sendable, Hashable {
    /// Its name within the calendar, such as `018f….ics`.
    public let name: String
    public let uid: String
    /// The document.
    public let text: String
    /// When it takes place.
    public let times: [Range<Timestamp>]
    let source: CalendarObjectSource

    /// Changes with every change of the document. Quoted, as HTTP has it.
    public var etag: String { "\"\(Hexadecimal.encode(SHA256.hash(data: Data(text.utf8)).prefix(16)))\"" }

    /// Whether any of it touches an interval (end excluded).
    public func touches(_ interval: Range<Timestamp>) -> Bool {
        times.contains { $0.lowerBound < interval.upperBound && interval.lowerBound < $0.upperBound }
    }
}

/// What an object shows.
enum CalendarObjectSource: Sendable, Hashable {
    case event(EventID)
    case series(EventSeriesID)

    var description: String {
        switch self {
        case .event(let id): id.description
        case .series(let id): id.description
        }
    }
}

/// What a request asks of the object that is there.
public enum CalendarObjectCondition: Sendable, Hashable {
    case none
    /// `If-None-Match: *`.
    case absent
    /// `If-Match: *`.
    case present
    /// `If-Match` with these.
    case etags(Set<String>)

    func admits(_ object: CalendarObject?) -> Bool {
        switch self {
        case .none: true
        case .absent: object == nil
        case .present: object != nil
        case .etags(let etags): object.map { etags.contains($0.etag) } ?? false
        }
    }
}

/// The object isn't as the request has it.
public struct CalendarObjectChanged: Error, Sendable {}
