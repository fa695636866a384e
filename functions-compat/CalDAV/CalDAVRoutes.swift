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
    private let requireRoom: @Sendable () async throws -> Void

    /// - Parameter requireRoom: throws `storage_full` while the disk is nearly full.
    package init(
        accounts: Accounts,
        calendar: EventCalendar,
        requireRoom: @escaping @Sendable () async throws -> Void
    ) {
        self.accounts = accounts
        objects = CalendarObjects(calendar: calendar)
        self.requireRoom = requireRoom
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
                table.unlisted(method, path, access: .own, cost: .ownTurns) { request, context in
                    await routes.answering(context) { try await routes.answer(request, context) }
                }
            }
        }
        for method in Self.methods {
            table.unlisted(method, "/.well-known/caldav", access: .open, cost: .light) { _, _ in
                Response(status: .movedPermanently, headers: [.location: "/dav/"])
            }
        }
    }

    private func answer(_ request: Request, _ context: AppContext) async throws -> Response {
        // Programs ask what there is before they sign in.
        if request.method == .options { return CalDAVAnswer.options }
        let caller = try await CalDAVCaller.authenticated(request, context, by: accounts)
        let admitted = try context.admit(caller.principal)
        let isWriting = request.method == .put || request.method == .delete
        try caller.grant.require(isWriting ? .calendarWrite : .calendarRead)
        guard let place = CalDAVPlace(request.uri.path, of: caller.actor.userId) else {
            throw SpotterError.notFound("calendar")
        }
        if request.method == .put, case .object = place { try await requireRoom() }
        let call = CalDAVCall(
            request: request,
            // Before the turn: otherwise whoever sends slowly would hold their own.
            body: [UInt8](buffer: try await request.body(upTo: Self.maxBodyBytes)),
            caller: caller,
            context: context,
            admitted: admitted
        )
        return try await call.inTurn { try await answer(call, place) }
    }

    private func answer(_ call: CalDAVCall, _ place: CalDAVPlace) async throws -> Response {
        switch call.request.method.rawValue {
        case "PROPFIND": return try await find(place, call)
        case "PROPPATCH": return try await refuseChange(place, call)
        case "REPORT":
            guard place == .calendar else {
                return CalDAVAnswer.refusal(.forbidden, "Reports are of the calendar.") {
                    $0.empty("d:supported-report")
                }
            }
            guard let report = call.xml else { return CalDAVAnswer.plain(.badRequest) }
            return try await CalDAVReports(objects: objects, call: call, properties: properties(of: call.caller))
                .answer(report)
        case "GET", "HEAD":
            guard case .object(let name) = place else { return notAllowed }
            let object = try await objects.object(named: name, for: call.actor)
            return try Self.document(object, hasBody: call.request.method == .get)
        case "PUT":
            guard case .object(let name) = place else { return notAllowed }
            return try await refusing(call.caller) { try await put(name, call) }
        case "DELETE":
            guard case .object(let name) = place else { return notAllowed }
            return try await refusing(call.caller) {
                try await objects.delete(name, if: Self.condition(call.request), by: call.actor)
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

    private func properties(of caller: CalDAVCaller) -> CalDAVProperties {
        CalDAVProperties(
            user: caller.principal.user,
            mayWrite: Access.can(caller.actor, .manageCalendar) && caller.grant.scopes.contains(.calendarWrite)
        )
    }

    /// With what only the calendar has, whose notes are brought up to date first.
    private func properties(of place: CalDAVPlace, _ caller: CalDAVCaller) async throws -> CalDAVProperties {
        var properties = properties(of: caller)
        if place == .calendar || place == .home {
            properties.token = try await objects.token(for: caller.actor)
            properties.earliest = objects.earliest
        }
        return properties
    }

    private func find(_ place: CalDAVPlace, _ call: CalDAVCall) async throws -> Response {
        var elements = CalDAVAsked.usual
        if !call.body.isEmpty {
            guard let find = call.xml, find.name == "propfind" else { return CalDAVAnswer.plain(.badRequest) }
            elements = find.child("prop")?.children ?? elements
        }
        guard let asked = CalDAVAsked(elements) else { return CalDAVAnswer.tooManyProperties }
        let properties = try await properties(of: place, call.caller)
        let isDeep = call.request.single(HTTPField.Name("Depth")) != "0"
        if isDeep, place == .calendar {
            let telling = CalendarTelling(objects: objects, actor: call.actor, asked: asked, properties: properties)
            return try await Multistatus(
                AllObjects(telling, includesCalendar: true),
                declarations: asked.declarations
            ).response(to: call)
        }
        var places: [(place: CalDAVPlace, resource: CalDAVResource?)] = [(place, nil)]
        switch place {
        case .object(let name):
            let object = try await objects.object(named: name, for: call.actor)
            places = [(place, try CalDAVResource(object, hasDocument: asked.needsDocuments))]
        case .root where isDeep: places += [(.principal, nil), (.home, nil)]
        case .home where isDeep: places.append((.calendar, nil))
        default: break
        }
        return try await Multistatus(
            KnownResources(places: places, asked: asked, properties: properties),
            declarations: asked.declarations
        ).response(to: call)
    }

    /// Properties are what they are, which is said of each.
    private func refuseChange(_ place: CalDAVPlace, _ call: CalDAVCall) async throws -> Response {
        guard let update = call.xml, update.name == "propertyupdate" else { return CalDAVAnswer.plain(.badRequest) }
        guard let asked = CalDAVAsked(update.children.flatMap({ $0.child("prop")?.children ?? [] })) else {
            return CalDAVAnswer.tooManyProperties
        }
        let refused = RefusedChange(href: place.path(of: call.actor.userId), asked: asked)
        return try await Multistatus(refused, declarations: asked.declarations).response(to: call)
    }

    // MARK: Objects

    private static func document(_ object: CalendarObject, hasBody: Bool) throws -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "text/calendar; charset=utf-8; component=VEVENT", .eTag: object.etag,
                .cacheControl: "private, no-cache",
            ],
            body: hasBody ? .init(byteBuffer: ByteBuffer(string: try object.text())) : .init()
        )
    }

    private func put(_ name: String, _ call: CalDAVCall) async throws -> Response {
        let type = call.request.headers[.contentType]?.lowercased() ?? "text/calendar"
        guard type.hasPrefix("text/calendar") else {
            return CalDAVAnswer.refusal(.forbidden, "Only text/calendar is kept here.") {
                $0.empty("c:supported-calendar-data")
            }
        }
        // Without an ETag the client reads the object again, which isn't byte for byte what it has sent.
        let isNew = try await objects.put(
            call.body,
            as: name,
            if: Self.condition(call.request),
            by: call.actor
        ) { bytes in
            // What is stored here counts as what is stored by messages.
            try call.context.charge(.messageBytes, bytes, to: call.actor.userId)
        }
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
            switch error.code {
            case .forbidden: writer.empty("d:need-privileges")
            // Of the disk, or of the user (RFC 4331 §6).
            case .storageFull: writer.empty(error.retryable ? "d:sufficient-disk-space" : "d:quota-not-exceeded")
            default: break
            }
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
