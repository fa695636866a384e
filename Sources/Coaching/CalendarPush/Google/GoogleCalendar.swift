import Domain
import Notifications
import Scheduling
import Synchronization

/// The calendar of a Google account, as far as one writes to it (Calendar API v3).
///
/// An event is changed by a patch, so that the colour and the reminders that somebody has given it there stay. What isn't as
/// the rule of its series has it is an event of its own there, and left out of the series.
struct GoogleCalendar: RemoteCalendar {
    /// Pages of one object's events; each has 250.
    private static let maxPages = 20

    private let tokens: GoogleTokens
    private let access: GoogleAccess
    private let user: UserID
    private var events: String { tokens.app.endpoints.events }

    init(_ app: GoogleCalendarApp, permission: Secret, access: Secret? = nil, of user: UserID, clock: any WallClock) {
        tokens = GoogleTokens(app: app, clock: clock)
        self.access = GoogleAccess(permission: permission, token: access)
        self.user = user
    }

    /// The calendar's name: the account's address, unless its owner has given it another.
    /// - Throws: `RemoteFailure` unless its events are shown.
    func name() async throws -> String {
        let response = try await send("GET", "?maxResults=1&fields=summary")
        guard response.status == 200, let name = Self.json(response)["summary"]?.string else {
            throw RemoteFailure.unclear
        }
        return String(name.prefix(200))
    }

    func put(_ object: CalendarObject, as name: String, replacing tag: String?) async throws -> RemoteOutcome {
        let key = GoogleEvent.key(of: object.uid, for: user)
        let wanted = try object.parts().map { GoogleEvent($0, key: key) }
        let there = try await ids(of: key)
        for id in there.subtracting(wanted.map(\.id)).sorted() {
            if let reason = try await delete(id) { return .refused(reason) }
        }
        for event in wanted {
            if let reason = try await write(event, isThere: there.contains(event.id)) { return .refused(reason) }
        }
        return .written(tag: nil)
    }

    func delete(_ name: String, uid: String, tag: String?) async throws -> RemoteOutcome {
        for id in try await ids(of: GoogleEvent.key(of: uid, for: user)).sorted() {
            if let reason = try await delete(id) { return .refused(reason) }
        }
        return .gone
    }

    // MARK: Requests

    /// The ids of an object's events that are there.
    private func ids(of key: String) async throws -> Set<String> {
        var found: Set<String> = []
        var page: String?
        for _ in 0..<Self.maxPages {
            let query = FormText.encode(
                [
                    ("privateExtendedProperty", "\(GoogleEvent.property)=\(key)"), ("maxResults", "250"),
                    ("fields", "items(id),nextPageToken"),
                ] + (page.map { [("pageToken", $0)] } ?? [])
            )
            let response = try await send("GET", "?\(query)")
            guard response.status == 200 else { throw RemoteFailure.unclear }
            let json = Self.json(response)
            found.formUnion((json["items"]?.array ?? []).compactMap { $0["id"]?.string }.filter(GoogleEvent.isOurs))
            page = json["nextPageToken"]?.string
            if page == nil { break }
        }
        return found
    }

    /// - Returns: why Google doesn't take it; `nil` if it's there.
    private func write(_ event: GoogleEvent, isThere: Bool) async throws -> String? {
        func insert() async throws -> RemoteResponse {
            let fields = event.fields.merging(["id": .string(event.id)]) { first, _ in first }
            return try await send("POST", "", JSONValue.object(fields))
        }
        func patch() async throws -> RemoteResponse {
            try await send("PATCH", "/\(event.id)", JSONValue.object(event.fields))
        }
        var response = try await isThere ? patch() : insert()
        if isThere, [404, 410].contains(response.status) {
            response = try await insert()
        } else if !isThere, response.status == 409 {
            // Its answer was lost, or it was deleted there.
            response = try await patch()
        }
        return 200..<300 ~= response.status ? nil : Self.reason(response)
    }

    /// - Returns: why Google doesn't; `nil` if it's gone.
    private func delete(_ id: String) async throws -> String? {
        let response = try await send("DELETE", "/\(id)")
        return 200..<300 ~= response.status || [404, 410].contains(response.status) ? nil : Self.reason(response)
    }

    private func send(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> RemoteResponse {
        let token = try await access.token(tokens)
        let first = try await send(method, path, body, token)
        guard first.status == 401 else { return try checked(first) }
        // An hour is over, whatever the clock here says.
        access.forget(token)
        return try checked(try await send(method, path, body, try await access.token(tokens)))
    }

    private func send(_ method: String, _ path: String, _ body: JSONValue?, _ token: Secret) async throws
        -> RemoteResponse
    {
        try await RemoteTransport.send(
            method,
            events + path,
            headers: [("Authorization", "Bearer \(token.reveal())"), ("User-Agent", "Spotter")]
                + (body == nil ? [] : [("Content-Type", "application/json; charset=utf-8")]),
            body: body.map { Array($0.text.utf8) } ?? []
        )
    }

    // MARK: Answers

    private static let limits: Set<String> = [
        "rateLimitExceeded", "userRateLimitExceeded", "quotaExceeded", "dailyLimitExceeded",
        "calendarUsageLimitsExceeded",
    ]

    /// - Throws: `RemoteFailure` for what is about the calendar and not about one event.
    private func checked(_ response: RemoteResponse) throws -> RemoteResponse {
        let now = tokens.clock.now()
        guard response.status == 401 || response.status == 403 else {
            if let failure = RemoteFailure(response, at: now) { throw failure }
            return response
        }
        let reasons = (Self.json(response)["error"]?["errors"]?.array ?? []).compactMap { $0["reason"]?.string }
        if response.status == 401 { throw RemoteFailure.ended }
        if reasons.contains(where: Self.limits.contains) {
            throw RemoteFailure(
                kind: .busy,
                message: "Google takes no more changes for a while.",
                retryAfterSeconds: response.retryAfter.flatMap { RetryAfter.seconds($0, at: now) }
            )
        }
        if reasons.contains("insufficientPermissions") { throw RemoteFailure.tooLittle }
        throw RemoteFailure(kind: .collection, message: "Google doesn't let this calendar be written.")
    }

    private static func reason(_ response: RemoteResponse) -> String {
        "Google refuses the event (status \(response.status))."
    }

    private static func json(_ response: RemoteResponse) -> JSONValue {
        JSONValue.parse(response.body, maxBytes: RemoteTransport.maxBodyBytes) ?? .null
    }
}

/// The token of one turn, asked for when it is first needed.
private final class GoogleAccess: Sendable {
    private let permission: Secret
    private let held: Mutex<Secret?>

    init(permission: Secret, token: Secret?) {
        self.permission = permission
        held = Mutex(token)
    }

    /// - Throws: `RemoteFailure`.
    func token(_ tokens: GoogleTokens) async throws -> Secret {
        if let token = held.withLock({ $0 }) { return token }
        let token = try await tokens.access(by: permission)
        held.withLock { $0 = token }
        return token
    }

    func forget(_ token: Secret) { held.withLock { if $0 == token { $0 = nil } } }
}
