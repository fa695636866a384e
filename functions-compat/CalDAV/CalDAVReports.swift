import Domain
import Hummingbird
import Scheduling

/// `REPORT` on the calendar: what touches an interval, named objects, and what has changed.
struct CalDAVReports {
    let objects: CalendarObjects
    let caller: CalDAVCaller
    let properties: CalDAVProperties

    func answer(_ report: XMLElement) async throws -> Response {
        let asked = report.child("prop")?.children ?? CalDAVProperties.usual
        switch (report.namespace, report.name) {
        case (XMLNamespace.calDAV, "calendar-query"): return try await query(report, asked)
        case (XMLNamespace.calDAV, "calendar-multiget"): return try await multiget(report, asked)
        case (XMLNamespace.dav, "sync-collection"): return try await sync(report, asked)
        default:
            return CalDAVAnswer.refusal(.forbidden, "There is no such report.") { $0.empty("d:supported-report") }
        }
    }

    // MARK: calendar-query

    private func query(_ report: XMLElement, _ asked: [XMLElement]) async throws -> Response {
        guard let filter = report.child("filter") else { return Self.badFilter }
        var test: (CalendarObject) -> Bool = { _ in true }
        if let calendar = filter.child("comp-filter") {
            guard calendar.attributes["name"]?.uppercased() == "VCALENDAR",
                calendar.children.allSatisfy({
                    $0.name == "comp-filter"
                })
            else { return Self.badFilter }
            for component in calendar.children {
                guard let isMet = Self.test(component) else { return Self.badFilter }
                let others = test
                test = { others($0) && isMet($0) }
            }
        }
        let found = try await objects.all(for: caller.actor).filter(test)
        return CalDAVAnswer.multistatus { writer in
            for object in found { writer.response(.object(object.name), object, asked, properties) }
        }
    }

    /// What a `comp-filter` asks; `nil` for what isn't supported.
    private static func test(_ filter: XMLElement) -> ((CalendarObject) -> Bool)? {
        guard filter.attributes["name"]?.uppercased() == "VEVENT" else {
            // Nothing but events is here.
            return { _ in filter.child("is-not-defined") != nil }
        }
        if filter.child("is-not-defined") != nil { return { _ in false } }
        var test: (CalendarObject) -> Bool = { _ in true }
        for part in filter.children {
            let others = test
            switch part.name {
            case "time-range":
                let (start, end) = (part.attributes["start"], part.attributes["end"])
                let from = start.map(CalDAVTime.instant) ?? .some(Timestamp(milliseconds: 0))
                let to = end.map(CalDAVTime.instant) ?? .some(.latest)
                guard let from, let to, from < to else { return nil }
                test = { others($0) && $0.touches(from..<to) }
            case "prop-filter" where part.attributes["name"]?.uppercased() == "UID":
                guard let match = part.child("text-match"), match.attributes["negate-condition"] != "yes" else {
                    return nil
                }
                test = { others($0) && $0.uid.contains(match.text) }
            default: return nil
            }
        }
        return test
    }

    private static let badFilter = CalDAVAnswer.refusal(
        .forbidden,
        "Events are found by a time-range or by their UID."
    ) { $0.empty("c:supported-filter") }

    // MARK: calendar-multiget

    private func multiget(_ report: XMLElement, _ asked: [XMLElement]) async throws -> Response {
        let all = try await objects.all(for: caller.actor)
        let named = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
        let hrefs = report.all("href").map(\.text.trimmed)
        return CalDAVAnswer.multistatus { writer in
            for href in hrefs {
                guard case .object(let name)? = CalDAVPlace(Self.path(href), of: caller.actor.userId),
                    let object = named[name]
                else {
                    writer.missing(href)
                    continue
                }
                writer.response(.object(name), object, asked, properties)
            }
        }
    }

    /// The path of an address, which may be whole.
    private static func path(_ href: String) -> String {
        guard let scheme = href.firstRange(of: "://") else { return href }
        let rest = href[scheme.upperBound...]
        return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
    }

    // MARK: sync-collection

    private func sync(_ report: XMLElement, _ asked: [XMLElement]) async throws -> Response {
        let text = report.child("sync-token")?.text.trimmed ?? ""
        let token = text.isEmpty ? nil : CalDAVTime.number(text)
        guard text.isEmpty || token != nil,
            let changes = try await objects.changes(since: token, for: caller.actor)
        else {
            return CalDAVAnswer.refusal(.forbidden, "This sync-token isn't known. Begin without one.") {
                $0.empty("d:valid-sync-token")
            }
        }
        return CalDAVAnswer.multistatus { writer in
            for object in changes.changed { writer.response(.object(object.name), object, asked, properties) }
            for name in changes.removed { writer.missing(CalDAVPlace.object(name).path(of: caller.actor.userId)) }
            writer.element("d:sync-token", text: CalDAVTime.token(changes.token))
        }
    }
}
