import Domain
import Scheduling

/// What the sources of a calendar's objects have in common.
struct CalendarTelling: Sendable {
    let objects: CalendarObjects
    let actor: Actor
    let asked: CalDAVAsked
    let properties: CalDAVProperties

    /// Objects with their documents are read so many at once.
    static let documentsAtOnce = 16
    /// Without them.
    static let entriesAtOnce = 500

    /// How many changes are read at once.
    var atOnce: Int { asked.needsDocuments ? Self.documentsAtOnce : Self.entriesAtOnce }

    var href: String { CalDAVPlace.calendar.path(of: actor.userId) }

    func write(_ resource: CalDAVResource, to writer: inout XMLWriter) {
        writer.response(.object(resource.name), resource, asked, properties)
    }

    /// What is asked of objects, by their names. Those that have gone are left out.
    func resources(_ entries: [(name: String, etag: String)]) async throws -> [String: CalDAVResource] {
        guard asked.needsDocuments else {
            let pairs = entries.map { ($0.name, CalDAVResource(name: $0.name, etag: $0.etag)) }
            return Dictionary(pairs) { first, _ in first }
        }
        return try await objects.objects(named: entries.map(\.name), for: actor).mapValues {
            try CalDAVResource($0, hasDocument: true)
        }
    }
}

/// The calendar itself and all that it holds, as `PROPFIND` asks at depth 1; or what of it has a UID that holds a text.
struct AllObjects: MultistatusSource {
    let telling: CalendarTelling
    /// Whether the calendar, which comes first, is still to be told of.
    private var includesCalendar: Bool
    /// Whether an object is told of.
    let includes: @Sendable (CalendarObjects.Entry) -> Bool
    private var entries: [CalendarObjects.Entry] = []
    private var last: String?
    private var isRead = false

    init(
        _ telling: CalendarTelling,
        includesCalendar: Bool,
        where includes: @escaping @Sendable (CalendarObjects.Entry) -> Bool = { _ in true }
    ) {
        (self.telling, self.includesCalendar, self.includes) = (telling, includesCalendar, includes)
    }

    mutating func write(to writer: inout XMLWriter, room: Int) async throws -> Bool {
        if includesCalendar { writer.response(.calendar, nil, telling.asked, telling.properties) }
        includesCalendar = false
        while writer.count < CalDAVAnswer.partBytes {
            if entries.isEmpty, !isRead { try await read() }
            guard !entries.isEmpty else {
                if isRead { return false }
                continue
            }
            guard writer.count < room else {
                writer.truncated(telling.href)
                return false
            }
            let next = entries.prefix(CalendarTelling.documentsAtOnce)
            entries.removeFirst(next.count)
            let resources = try await telling.resources(next.map { ($0.name, $0.etag) })
            for entry in next {
                if let resource = resources[entry.name] { telling.write(resource, to: &writer) }
            }
        }
        return true
    }

    private mutating func read() async throws {
        let limit = CalendarTelling.entriesAtOnce
        let page = try await telling.objects.entries(after: last, limit: limit, for: telling.actor)
        last = page.last?.name ?? last
        isRead = page.count < limit
        entries = page.filter(includes)
    }
}

/// Named objects: those that a `calendar-multiget` names, or that may touch an interval.
struct NamedObjects: MultistatusSource {
    let telling: CalendarTelling
    /// Whether there were more names than are answered.
    let isCut: Bool
    /// Whether an object is told of.
    let includes: @Sendable (CalendarObject) -> Bool
    /// Each once, with the address under which it was asked for, if it was.
    private var names: ArraySlice<(name: String?, href: String?)>

    init(
        _ telling: CalendarTelling,
        _ names: [(name: String?, href: String?)],
        isCut: Bool = false,
        where includes: @escaping @Sendable (CalendarObject) -> Bool = { _ in true }
    ) {
        (self.telling, self.names, self.isCut, self.includes) = (telling, names[...], isCut, includes)
    }

    mutating func write(to writer: inout XMLWriter, room: Int) async throws -> Bool {
        while writer.count < CalDAVAnswer.partBytes {
            guard !names.isEmpty else {
                if isCut { writer.truncated(telling.href) }
                return false
            }
            guard writer.count < room else {
                writer.truncated(telling.href)
                return false
            }
            let next = names.prefix(CalendarTelling.documentsAtOnce)
            names = names.dropFirst(next.count)
            let found = try await telling.objects.objects(named: next.compactMap(\.name), for: telling.actor)
            for (name, href) in next {
                if let object = name.flatMap({ found[$0] }) {
                    guard includes(object) else { continue }
                    telling.write(try CalDAVResource(object, hasDocument: telling.asked.needsDocuments), to: &writer)
                } else if let href {
                    writer.missing(href)
                }
            }
        }
        return true
    }
}

/// What has changed (RFC 6578), in the order in which it has: so an answer that is cut has a token from which the rest is told.
struct ChangedObjects: MultistatusSource {
    let telling: CalendarTelling
    private var span: CalendarSyncSpan
    /// How many changes may still be told.
    private var left: Int

    init(_ telling: CalendarTelling, _ span: CalendarSyncSpan, limit: Int?) {
        (self.telling, self.span, left) = (telling, span, limit ?? .max)
    }

    mutating func write(to writer: inout XMLWriter, room: Int) async throws -> Bool {
        while writer.count < CalDAVAnswer.partBytes {
            let limit = min(left, telling.atOnce)
            // One more than is told says whether there is more.
            let page = try await telling.objects.changes(in: span, limit: limit + 1, for: telling.actor)
            guard !page.isEmpty else { return end(&writer, span.end) }
            guard left > 0, writer.count < room else {
                writer.truncated(telling.href)
                return end(&writer, span.rest)
            }
            let changes = page.prefix(limit)
            let live = changes.compactMap { change in change.etag.map { (name: change.name, etag: $0) } }
            let resources = try await telling.resources(live)
            for change in changes {
                if let resource = resources[change.name] {
                    telling.write(resource, to: &writer)
                } else {
                    writer.missing(CalDAVPlace.object(change.name).path(of: telling.actor.userId))
                }
            }
            left -= changes.count
            span.after = changes.last?.number ?? span.after
        }
        return true
    }

    private func end(_ writer: inout XMLWriter, _ token: CalendarSyncToken) -> Bool {
        writer.element("d:sync-token", text: CalDAVTime.token(token))
        return false
    }
}
