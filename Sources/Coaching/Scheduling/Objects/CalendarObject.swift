public import Domain

/// An event or a series as other calendars keep it: one iCalendar document under a name.
public struct CalendarObject: Sendable {
    /// Its name within the calendar, such as `018f….ics`.
    public let name: String
    public let uid: String
    /// When it takes place.
    public let times: [Range<Timestamp>]
    /// Changes with every change of what the document says. Quoted, as HTTP has it. Made of what is stored, so that nobody
    /// has to write the document to know whether it has changed.
    public let etag: String
    let source: CalendarObjectSource
    let document: CalendarDocument

    init(
        _ row: CalendarObjectRow,
        _ document: CalendarDocument,
        etag: String,
        times: [Range<Timestamp>]
    ) {
        (name, uid, source) = (row.name, row.uid, row.source)
        (self.document, self.etag, self.times) = (document, etag, times)
    }

    /// The document, which is written again at each call.
    public func text() throws -> String { try document.text() }

    /// On whose clock it is of whole days, if it is.
    var dayZone: String? { document.series.first?.row.event.dayZone ?? document.entries.first?.event.dayZone }

    /// Whether any of it touches an interval (end excluded).
    public func touches(_ interval: Range<Timestamp>) -> Bool {
        times.contains { $0.lowerBound < interval.upperBound && interval.lowerBound < $0.upperBound }
    }

    /// When the last of it is over.
    var endsAt: Timestamp { times.map(\.upperBound).max() ?? .earliest }
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
