import Crypto
import Domain
import Foundation
import ModelTestKit
import Synchronization

@testable import CalendarPush

/// Google's OAuth and Calendar API v3, as far as their documents say how they answer.
final class GoogleServer: Sendable {
    struct Event: Sendable, Hashable {
        var fields: [String: JSONValue]
        var isDeleted = false

        var title: String { fields["summary"]?.string ?? "" }
    }

    /// What becomes of one request to the calendar, in place of the usual.
    enum Fault: Sendable {
        case answer(Int, reason: String, headers: [(name: String, value: String)] = [])
        /// The request is done, and the connection ends without an answer.
        case lost
    }

    final class Account: Sendable {
        fileprivate struct State {
            var events: [String: Event] = [:]
            /// The challenge of the authorization that the user has agreed to, and where it leads.
            var agreed: (challenge: String, redirect: String)?
            var scope = GoogleCalendarApp.scope
            var tokens: Set<String> = []
            var made = 0
            var permission: String?
            var faults: [Fault] = []
            var requests: [String] = []
        }

        fileprivate let state = Mutex(State())
    }

    static let secret = "GOCSPX-lantern"
    static let permission = "1//tangerine"

    let account: Account
    private let provider: ScriptedProvider

    init() async throws {
        let account = Account()
        self.account = account
        provider = try await ScriptedProvider { request, _ in account.respond(to: request) }
    }

    func stop() async { await provider.stop() }

    var base: String { provider.baseURL.replacing("/v1", with: "") }
    var app: GoogleCalendarApp {
        GoogleCalendarApp(clientId: "spotter.apps.example", clientSecret: Secret(Self.secret), base: base)
    }

    /// What is in the calendar, by id.
    var events: [String: Event] { account.state.withLock { $0.events.filter { !$0.value.isDeleted } } }

    func titled(_ title: String) -> [Event] { events.values.filter { $0.title == title } }

    /// Requests to the calendar and for tokens since the last call, such as `POST events` and `POST token`.
    func take() -> [String] {
        account.state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    // MARK: What people do there

    /// The user agrees to what an address asks for.
    /// - Returns: the code.
    func agree(to url: String) throws -> String {
        let query = URLComponents(string: url)?.queryItems ?? []
        func value(_ name: String) -> String { query.first { $0.name == name }?.value ?? "" }
        account.state.withLock { $0.agreed = (value("code_challenge"), value("redirect_uri")) }
        return "4/0Akumquat"
    }

    func set(scope: String) { account.state.withLock { $0.scope = scope } }
    func fail(_ faults: Fault...) { account.state.withLock { $0.faults = faults } }
    func endTokens() { account.state.withLock { $0.tokens = [] } }
    func takeBackPermission() { account.state.withLock { ($0.permission, $0.tokens) = (nil, []) } }
    var hasPermission: Bool { account.state.withLock { $0.permission != nil } }

    func change(_ title: String, _ body: (inout Event) -> Void) {
        account.state.withLock { state in
            for (id, event) in state.events where event.title == title {
                var event = event
                body(&event)
                state.events[id] = event
            }
        }
    }

    func add(_ id: String, _ event: Event) { account.state.withLock { $0.events[id] = event } }
}

extension GoogleServer.Account {
    fileprivate func respond(to request: ScriptedProvider.Request) -> ScriptedResponse {
        state.withLock { state in
            let parts = request.path.split(separator: "?", maxSplits: 1)
            let path = parts.first.map(String.init) ?? ""
            state.requests.append("\(request.method) \(path.split(separator: "/").last ?? "")")
            switch path {
            case "/token": return Self.token(Self.form(String(decoding: request.body, as: UTF8.self)), &state)
            case "/revoke":
                let form = Self.form(String(decoding: request.body, as: UTF8.self))
                guard form["token"] == state.permission else { return .json(["error": "invalid_token"], status: 400) }
                (state.permission, state.tokens) = (nil, [])
                return .json([:])
            default: break
            }
            guard path.hasPrefix("/calendar/v3/calendars/primary/events") else { return Self.failure(404, "notFound") }
            let bearer = request.headers["authorization"].map { String($0.dropFirst(7)) } ?? ""
            guard state.tokens.contains(bearer) else { return Self.failure(401, "authError") }
            let fault = state.faults.isEmpty ? nil : state.faults.removeFirst()
            if case .answer(let status, let reason, let headers) = fault {
                return Self.failure(status, reason, headers: headers)
            }
            let query = Self.form(parts.count > 1 ? String(parts[1]) : "")
            let id = path.split(separator: "/").dropFirst(5).first.map(String.init)
            let answer = Self.answer(request, id, query, &state)
            if case .lost = fault { return .disconnect }
            return answer
        }
    }

    private static func token(_ form: [String: String], _ state: inout State) -> ScriptedResponse {
        guard form["client_id"] == "spotter.apps.example", form["client_secret"] == GoogleServer.secret else {
            return .json(["error": "invalid_client"], status: 401)
        }
        var answer: [String: JSONValue] = ["token_type": "Bearer", "expires_in": 3599, "scope": .string(state.scope)]
        switch form["grant_type"] {
        case "authorization_code":
            let challenge = Base64URL.encode(SHA256.hash(data: Data((form["code_verifier"] ?? "").utf8)))
            guard let agreed = state.agreed, form["code"] == "4/0Akumquat", challenge == agreed.challenge,
                form["redirect_uri"] == agreed.redirect
            else { return .json(["error": "invalid_grant", "error_description": "Bad Request"], status: 400) }
            state.agreed = nil
            state.permission = GoogleServer.permission
            answer["refresh_token"] = .string(GoogleServer.permission)
        case "refresh_token" where state.permission != nil && form["refresh_token"] == state.permission: break
        default:
            return .json(
                ["error": "invalid_grant", "error_description": "Token has been expired or revoked."],
                status: 400
            )
        }
        state.made += 1
        state.tokens.insert("ya29.\(state.made)")
        answer["access_token"] = .string("ya29.\(state.made)")
        return .json(.object(answer))
    }

    private static func answer(
        _ request: ScriptedProvider.Request,
        _ id: String?,
        _ query: [String: String],
        _ state: inout State
    ) -> ScriptedResponse {
        let fields = request.json.object ?? [:]
        switch (request.method, id) {
        case ("GET", nil):
            var found = state.events.filter { !$0.value.isDeleted }
            if let wanted = query["privateExtendedProperty"]?.split(separator: "=", maxSplits: 1), wanted.count == 2 {
                found = found.filter { event in
                    event.value.fields["extendedProperties"]?["private"]?[String(wanted[0])]?.string
                        == String(wanted[1])
                }
            }
            // One a page, so that pages are followed.
            let ids = found.keys.sorted().filter { $0 > query["pageToken"] ?? "" }
            var page: [String: JSONValue] = [
                "kind": "calendar#events", "summary": "sara@example.com",
                "items": .array(ids.prefix(1).map { ["id": .string($0)] }),
            ]
            if ids.count > 1 { page["nextPageToken"] = .string(ids[0]) }
            return .json(.object(page))
        case ("POST", nil):
            guard let new = fields["id"]?.string, new.wholeMatch(of: /[a-v0-9]{5,1024}/) != nil else {
                return failure(400, "invalid")
            }
            // Also that of one that was deleted.
            guard state.events[new] == nil else { return failure(409, "duplicate") }
            state.events[new] = GoogleServer.Event(fields: fields.filter { $0.value != .null })
            return .json(.object(fields))
        case ("PATCH", let id?):
            guard var event = state.events[id] else { return failure(404, "notFound") }
            for (name, value) in fields { event.fields[name] = value == .null ? nil : value }
            event.isDeleted = event.isDeleted && fields["status"]?.string != "confirmed"
            state.events[id] = event
            return .json(.object(event.fields))
        case ("DELETE", let id?):
            guard let event = state.events[id] else { return failure(404, "notFound") }
            guard !event.isDeleted else { return failure(410, "deleted") }
            state.events[id]?.isDeleted = true
            var response = ScriptedResponse.body([], type: "text/html")
            response.status = 204
            return response
        default: return failure(405, "httpMethodNotAllowed")
        }
    }

    private static func failure(
        _ status: Int,
        _ reason: String,
        headers: [(name: String, value: String)] = []
    ) -> ScriptedResponse {
        let error: JSONValue = ["domain": "global", "reason": .string(reason), "message": .string(reason)]
        var response = ScriptedResponse.json(
            ["error": ["code": .integer(status), "message": .string(reason), "errors": [error]]],
            status: status
        )
        response.headers += headers
        return response
    }

    private static func form(_ text: String) -> [String: String] {
        let items = URLComponents(string: "?\(text)")?.queryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first }
    }
}
