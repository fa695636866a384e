import Domain
import Hummingbird
import Scheduling

/// `REPORT` on the calendar: what touches an interval, named objects, and what has changed.
struct CalDAVReports {
    /// Objects that one request may name.
    static let maxNames = 1_000

    let objects: CalendarObjects
    let call: CalDAVCall
    let properties: CalDAVProperties

    private var actor: Actor { call.actor }

    func answer(_ report: XMLElement) async throws -> Response {
        guard let asked = CalDAVAsked(report.child("prop")?.children ?? CalDAVAsked.usual) else {
            return CalDAVAnswer.tooManyProperties
        }
        let telling = CalendarTelling(objects: objects, actor: actor, asked: asked, properties: properties)
        switch (report.namespace, report.name) {
        case (XMLNamespace.calDAV, "calendar-query"): return try await query(report, telling)
        case (XMLNamespace.calDAV, "calendar-multiget"): return try await multiget(report, telling)
        case (XMLNamespace.dav, "sync-collection"): return try await sync(report, telling)
        default:
            return CalDAVAnswer.refusal(.forbidden, "There is no such report.") { $0.empty("d:supported-report") }
        }
    }

    private func tell(_ source: some MultistatusSource, _ telling: CalendarTelling) async throws -> Response {
        try await Multistatus(source, declarations: telling.asked.declarations).response(to: call)
    }

    // MARK: calendar-query

    private func query(_ report: XMLElement, _ telling: CalendarTelling) async throws -> Response {
        guard let filter = report.child("filter").flatMap(CalDAVFilter.init) else {
            return CalDAVAnswer.refusal(.forbidden, "Events are found by a time-range or by their UID.") {
                $0.empty("c:supported-filter")
            }
        }
        guard !filter.isNothing else { return try await tell(NamedObjects(telling, []), telling) }
        // Brings what is listed up to date.
        _ = try await objects.token(for: actor)
        guard let interval = filter.intervals.first else {
            let texts = filter.texts
            return try await tell(
                AllObjects(telling, includesCalendar: false) { entry in texts.allSatisfy { entry.uid.contains($0) } },
                telling
            )
        }
        let names = try await objects.names(touching: interval, for: actor)
        return try await tell(
            NamedObjects(telling, names.map { ($0, nil) }) { filter.includes($0) },
            telling
        )
    }

    // MARK: calendar-multiget

    private func multiget(_ report: XMLElement, _ telling: CalendarTelling) async throws -> Response {
        var seen: Set<String> = []
        let hrefs = report.all("href").map(\.text.trimmed).filter { seen.insert($0).inserted }
        let names = hrefs.prefix(Self.maxNames).map { href -> (name: String?, href: String?) in
            guard case .object(let name)? = CalDAVPlace(Self.path(href), of: actor.userId) else { return (nil, href) }
            return (name, href)
        }
        return try await tell(NamedObjects(telling, names, isCut: hrefs.count > Self.maxNames), telling)
    }

    /// The path of an address, which may be whole.
    private static func path(_ href: String) -> String {
        guard let scheme = href.firstRange(of: "://") else { return href }
        let rest = href[scheme.upperBound...]
        return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
    }

    // MARK: sync-collection

    private func sync(_ report: XMLElement, _ telling: CalendarTelling) async throws -> Response {
        let text = report.child("sync-token")?.text.trimmed ?? ""
        let token = text.isEmpty ? nil : CalDAVTime.token(text)
        guard text.isEmpty || token != nil, let span = try await objects.span(since: token, for: actor) else {
            return CalDAVAnswer.refusal(.forbidden, "This sync-token isn't known. Begin without one.") {
                $0.empty("d:valid-sync-token")
            }
        }
        let limit = report.child("limit")?.child("nresults").flatMap { Int($0.text.trimmed) }.map { max(1, $0) }
        return try await tell(ChangedObjects(telling, span, limit: limit), telling)
    }
}
