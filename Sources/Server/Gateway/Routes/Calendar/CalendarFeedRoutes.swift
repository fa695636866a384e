import Accounts
import Domain
import Hummingbird
import Scheduling
import SpotterAPI

/// Calendars for other programs: downloads in iCalendar's format, and an address to subscribe to.
struct CalendarFeedRoutes {
    let feeds: CalendarFeeds
    let links: InvitationLinks

    private static let mediaType = "text/calendar"

    func add(to table: inout RouteTable) {
        table.tag = .calendar
        addFeed(to: &table)
        addDownloads(to: &table)
    }

    private func addFeed(to table: inout RouteTable) {
        let (feeds, links) = (feeds, links)
        table.on(
            .get,
            "/v1/calendar/feed",
            "getCalendarFeed",
            "The address at which other calendars subscribe to the user's; made when it's first asked for",
            response: .json(CalendarFeedResponse.self)
        ) { request, context in
            let name = try await feeds.name(for: try context.requirePrincipal().actor)
            let url = links.link(path: "/calendar/feeds/\(name.reveal()).ics", for: request, context)
            return JSONResponse(CalendarFeedResponse(url: Secret(url)))
        }
        table.on(
            .delete,
            "/v1/calendar/feed",
            "revokeCalendarFeed",
            "End the subscription: the address becomes invalid",
            response: .noContent
        ) { _, context in
            try await feeds.revoke(for: try context.requirePrincipal().actor)
            return Response(status: .noContent)
        }
        table.on(
            .get,
            "/calendar/feeds/{feed}",
            "readCalendarFeed",
            "A calendar that somebody has subscribed to; the address is the key",
            access: .open,
            response: .text(Self.mediaType),
            cost: .ownTurns
        ) { try await Self.answer($0, $1, feeds) }
        table.unlisted(.head, "/calendar/feeds/{feed}", access: .open, cost: .ownTurns) {
            try await Self.answer($0, $1, feeds)
        }
    }

    /// Whoever has the feed as it is gets 304.
    private static func answer(
        _ request: Request,
        _ context: AppContext,
        _ feeds: CalendarFeeds
    ) async throws -> Response {
        let name = try context.parameters.require("feed")
        guard name.hasSuffix(".ics") else { throw SpotterError.notFound("calendar") }
        let owner = try await feeds.owner(ofFeed: Secret(String(name.dropLast(4))))
        return try await context.inTurn(of: owner.userId) {
            let feed = try await feeds.feed(for: owner)
            var response = response(feed.text, as: "spotter.ics")
            // It is one person's, and nobody but that person's programs may keep it.
            response.headers[.cacheControl] = "private, no-cache"
            response.headers[.eTag] = feed.etag
            guard EntityTags(request.headers[.ifNoneMatch]).contains(feed.etag) else { return response }
            return Response(status: .notModified, headers: response.headers)
        }
    }

    private func addDownloads(to table: inout RouteTable) {
        let feeds = feeds
        table.on(
            .get,
            "/v1/calendar/events.ics",
            "downloadCalendar",
            "The user's appointments of the last year and ahead, as an iCalendar document",
            response: .text(Self.mediaType)
        ) { _, context in
            Self.response(try await feeds.feed(for: try context.requirePrincipal().actor).text, as: "spotter.ics")
        }
        table.on(
            .get,
            "/v1/calendar/events/{eventId}/ics",
            "downloadEvent",
            "One appointment as an iCalendar document",
            response: .text(Self.mediaType)
        ) { _, context in
            let id: EventID = try context.id("eventId", what: "event")
            let document = try await feeds.document(of: id, for: try context.requirePrincipal().actor)
            return Self.response(document, as: "appointment.ics")
        }
    }

    private static func response(_ document: String, as fileName: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "\(mediaType); charset=utf-8",
                .contentDisposition: "attachment; filename=\"\(fileName)\"", .cacheControl: "no-store",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: document))
        )
    }
}
