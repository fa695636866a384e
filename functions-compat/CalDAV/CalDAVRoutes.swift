package import Accounts
import Domain
package import Gateway
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
package import Scheduling
import SpotterAPI

/// The calendar for phones and other programs, by CalDAV (RFC 4791) under `/dav/`. It isn't in the OpenAPI document,
/// because it describes itself.
package struct CalDAVRoutes {
    static let maxBodyBytes = 256 << 10

    private let accounts: Accounts
    private let objects: CalendarObjects

    package init(accounts: Accounts, calendar: EventCalendar) {
        self.accounts = accounts
        objects = CalendarObjects(calendar: calendar)
    }

    private static let methods: [HTTPRequest.Method] =
        [.options, .get, .head, .put, .delete, .post]
        + ["PROPFIND", "PROPPATCH", "REPORT", "MKCALENDAR", "MKCOL"].compactMap { HTTPRequest.Method($0) }

    package func add(to table: inout RouteTable) {
        let routes = self
        let paths = [
            "/dav", "/dav/principals/{user}", "/dav/calendars/{user}", "/dav/calendars/{user}/{calendar}",
            "/dav/calendars/{user}/{calendar}/{object}",
        ]
        for path in paths {
            for method in Self.methods {
                table.unlisted(method, path, access: .open) { request, context in
                    await routes.answering(context) { try await routes.answer(request, context) }
                }
            }
        }
        for method in Self.methods {
            table.unlisted(method, "/.well-known/caldav", access: .open) { _, _ in
                Response(status: .movedPermanently, headers: [.location: "/dav/"])
            }
        }
    }

    private func answer(_ request: Request, _ context: AppContext) async throws -> Response {
        // Programs ask what there is before they sign in.
        if request.method == .options { return CalDAVAnswer.options }
        let caller = try await CalDAVCaller.authenticated(request, context, by: accounts)
        let admitted = try context.admit(caller.principal)
        defer { withExtendedLifetime(admitted) {} }
        let isWriting = request.method == .put || request.method == .delete
        try caller.grant.require(isWriting ? .calendarWrite : .calendarRead)
        guard let place = CalDAVPlace(request.uri.path, of: caller.actor.userId) else {
            throw SpotterError.notFound("calendar")
        }
        switch request.method.rawValue {
        case "PROPFIND": return try await find(request, place, caller)
        case "PROPPATCH": return try await refuseChange(request, place, caller)
        case "REPORT":
            guard place == .calendar else {
                return CalDAVAnswer.refusal(.forbidden, "Reports are of the calendar.") {
                    $0.empty("d:supported-report")
                }
            }
            guard let report = try await xml(request) else { return CalDAVAnswer.plain(.badRequest) }
            return try await CalDAVReports(
                objects: objects,
                caller: caller,
                properties: try await properties(of: .calendar, caller)
            ).answer(report)
        case "GET", "HEAD":
            guard case .object(let name) = place else { return notAllowed }
            let object = try await objects.object(named: name, for: caller.actor)
            return Self.document(object, hasBody: request.method == .get)
        case "PUT":
            guard case .object(let name) = place else { return notAllowed }
            return try await refusing(caller) { try await put(name, request, caller) }
        case "DELETE":
            guard case .object(let name) = place else { return notAllowed }
            return try await refusing(caller) {
                try await objects.delete(name, if: Self.condition(request), by: caller.actor)
                return CalDAVAnswer.plain(.noContent)
            }
        case "MKCALENDAR", "MKCOL":
            return CalDAVAnswer.refusal(.forbidden, "Everybody has one calendar here.") {
                $0.empty("c:calendar-collection-location-ok")
            }
        default: return notAllowed
        }
    }

    private var notAllowed: Response {
        Response(status: .methodNotAllowed, headers: [.allow: CalDAVAnswer.methods])
    }

    // MARK: Properties

    private func properties(of place: CalDAVPlace, _ caller: CalDAVCaller) async throws -> CalDAVProperties {
        var properties = CalDAVProperties(
            user: caller.principal.user,
            mayWrite: Access.can(caller.actor, .manageCalendar) && caller.grant.scopes.contains(.calendarWrite)
        )
        if place == .calendar || place == .home {
            properties.token = try await objects.changes(since: nil, for: caller.actor)?.token
            properties.earliest = objects.earliest
        }
        return properties
    }

    private func find(_ request: Request, _ place: CalDAVPlace, _ caller: CalDAVCaller) async throws -> Response {
        let body = try await request.body(upTo: Self.maxBodyBytes)
        var asked = CalDAVProperties.usual
        if body.readableBytes > 0 {
            guard let find = XMLReader.read([UInt8](buffer: body)), find.name == "propfind" else {
                return CalDAVAnswer.plain(.badRequest)
            }
            asked = find.child("prop")?.children ?? asked
        }
        let properties = try await properties(of: place, caller)
        var shown: [(CalDAVPlace, CalendarObject?)] = []
        if case .object(let name) = place {
            shown = [(place, try await objects.object(named: name, for: caller.actor))]
        } else {
            shown = [(place, nil)]
            if request.single(HTTPField.Name("Depth")) != "0" { shown += try await members(of: place, caller) }
        }
        return CalDAVAnswer.multistatus { writer in
            for (place, object) in shown { writer.response(place, object, asked, properties) }
        }
    }

    private func members(of place: CalDAVPlace, _ caller: CalDAVCaller) async throws -> [(CalDAVPlace, CalendarObject?)]
    {
        switch place {
        case .root: [(.principal, nil), (.home, nil)]
        case .home: [(.calendar, nil)]
        case .calendar: try await objects.all(for: caller.actor).map { (.object($0.name), $0) }
        case .principal, .object: []
        }
    }

    /// Properties are what they are, which is said of each.
    private func refuseChange(
        _ request: Request,
        _ place: CalDAVPlace,
        _ caller: CalDAVCaller
    ) async throws -> Response {
        guard let update = try await xml(request), update.name == "propertyupdate" else {
            return CalDAVAnswer.plain(.badRequest)
        }
        let asked = update.children.flatMap { $0.child("prop")?.children ?? [] }
        return CalDAVAnswer.multistatus { writer in
            writer.element("d:response") { writer in
                writer.element("d:href", text: place.path(of: caller.actor.userId))
                writer.propstat("403 Forbidden", asked.map { ($0, nil) })
            }
        }
    }

    private func xml(_ request: Request) async throws -> XMLElement? {
        XMLReader.read([UInt8](buffer: try await request.body(upTo: Self.maxBodyBytes)))
    }

    // MARK: Objects

    private static func document(_ object: CalendarObject, hasBody: Bool) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/calendar; charset=utf-8; component=VEVENT", .eTag: object.etag,
                .cacheControl: "private, no-cache",
            ],
            body: hasBody ? .init(byteBuffer: ByteBuffer(string: object.text)) : .init()
        )
    }

    private func put(_ name: String, _ request: Request, _ caller: CalDAVCaller) async throws -> Response {
        let type = request.headers[.contentType]?.lowercased() ?? "text/calendar"
        guard type.hasPrefix("text/calendar") else {
            return CalDAVAnswer.refusal(.forbidden, "Only text/calendar is kept here.") {
                $0.empty("c:supported-calendar-data")
            }
        }
        let body = try await request.body(upTo: Self.maxBodyBytes)
        guard let text = String(validating: [UInt8](buffer: body), as: UTF8.self) else {
            return CalDAVAnswer.refusal(.forbidden, "The document is not UTF-8.") { $0.empty("c:valid-calendar-data") }
        }
        // Without an ETag the client reads the object again, which isn't byte for byte what it has sent.
        let isNew = try await objects.put(text, as: name, if: Self.condition(request), by: caller.actor)
        return CalDAVAnswer.plain(isNew ? .created : .noContent)
    }

    private func refusing(_ caller: CalDAVCaller, _ body: () async throws -> Response) async throws -> Response {
        do {
            return try await body()
        } catch let refusal as CalendarObjectRefusal {
            return CalDAVAnswer.refusal(refusal, of: caller.actor.userId)
        }
    }

    private static func condition(_ request: Request) -> CalendarObjectCondition {
        if request.headers[.ifNoneMatch]?.trimmed == "*" { return .absent }
        guard let match = request.headers[.ifMatch]?.trimmed else { return .none }
        return match == "*" ? .present : .etags(Set(match.split(separator: ",").map { String($0).trimmed }))
    }

    // MARK: Errors

    private func answering(_ context: AppContext, _ body: () async throws -> Response) async -> Response {
        var response: Response
        do {
            response = try await body()
        } catch is CalendarObjectChanged {
            response = CalDAVAnswer.plain(.preconditionFailed)
        } catch {
            guard let shown = SpotterError(presenting: error) else {
                context.logger.error("caldav request failed", metadata: ["error": "\(error)"])
                return CalDAVAnswer.plain(.internalServerError)
            }
            response = Self.answer(shown)
        }
        if let name = CalDAVAnswer.davHeader { response.headers[name] = "1, calendar-access" }
        return response
    }

    private static func answer(_ error: SpotterError) -> Response {
        var response = CalDAVAnswer.refusal(Self.status(error), error.message) { writer in
            if error.code == .forbidden { writer.empty("d:need-privileges") }
        }
        if response.status == .unauthorized {
            response.headers[.wwwAuthenticate] = #"Basic realm="Spotter", charset="UTF-8""#
        }
        if let wait = error.retryAfterMs { response.headers[.retryAfter] = String((wait + 999) / 1000) }
        return response
    }

    private static func status(_ error: SpotterError) -> HTTPResponse.Status {
        switch error.code {
        case .unauthorized, .tokenExpired, .invalidCredentials: .unauthorized
        case .forbidden, .accountDisabled: .forbidden
        case .notFound: .notFound
        case .tooLarge: .contentTooLarge
        case .rateLimited, .quotaExceeded: .tooManyRequests
        case .storageFull: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
        case .shuttingDown, .unavailable: .serviceUnavailable
        default: .badRequest
        }
    }
}
