import Domain
import Foundation
import ServerTestKit

/// A client of Matrix, signed in by password.
struct MatrixProgram: Sendable {
    let studio: StudioFixture
    let user: TestUser
    let token: String
    let device: String

    static func login(_ studio: StudioFixture, as user: TestUser, name: String? = nil) async throws -> MatrixProgram {
        let answer = try await login(studio, name ?? user.user.email, "secret-\(user.user.displayName)")
        guard let token = answer.json["access_token"]?.string, let device = answer.json["device_id"]?.string else {
            throw SpotterError.invalid(answer.json.text)
        }
        return MatrixProgram(studio: studio, user: user, token: token, device: device)
    }

    static func login(_ studio: StudioFixture, _ name: String, _ password: String) async throws -> CallableAnswer {
        let body: JSONValue = [
            "type": "m.login.password", "password": .string(password),
            "identifier": ["type": "m.id.user", "user": .string(name)], "initial_device_display_name": "weechat",
        ]
        return try await studio.send("POST", "/_matrix/client/v3/login", body: body.text)
    }

    // MARK: Names

    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }

    var server: String { String(studio.server.baseURL.split(separator: "/").last ?? "") }
    func room(_ chat: ChatID? = nil) -> String { "!\(chat ?? studio.chat):\(server)" }
    func name(_ user: TestUser) -> String { "@\(user.id):\(server)" }
    func path(_ chat: ChatID? = nil) -> String { "/rooms/\(Self.encoded(room(chat)))" }

    // MARK: Calls

    func call(
        _ method: String,
        _ path: String,
        _ body: JSONValue? = nil,
        version: String = "v3"
    ) async throws -> CallableAnswer {
        try await studio.send(
            method,
            path.hasPrefix("/_matrix") ? path : "/_matrix/client/\(version)\(path)",
            headers: [("Authorization", "Bearer \(token)")],
            body: body?.text
        )
    }

    /// The answer to a call that must succeed.
    func get(_ path: String) async throws -> JSONValue { try await ok("GET", path) }

    @discardableResult
    func ok(_ method: String, _ path: String, _ body: JSONValue? = nil) async throws -> JSONValue {
        let answer = try await call(method, path, body)
        guard answer.http == 200 else { throw SpotterError.invalid("\(method) \(path): \(answer.json.text)") }
        return answer.json
    }

    /// Sends and returns the event's id.
    @discardableResult
    func send(
        _ content: JSONValue,
        type: String = "m.room.message",
        _ transaction: String = UUID().uuidString,
        in chat: ChatID? = nil
    ) async throws -> String {
        try await ok("PUT", "\(path(chat))/send/\(type)/\(transaction)", content)["event_id"]?.string ?? ""
    }

    func say(_ text: String, in chat: ChatID? = nil) async throws -> String {
        try await send(["msgtype": "m.text", "body": .string(text)], in: chat)
    }

    @discardableResult
    func redact(_ event: String, in chat: ChatID? = nil) async throws -> String {
        let path = "\(path(chat))/redact/\(Self.encoded(event))/\(UUID().uuidString)"
        return try await ok("PUT", path, [:])["event_id"]?.string ?? ""
    }

    func sync(_ since: String? = nil, _ more: String = "") async throws -> JSONValue {
        try await get("/sync?timeout=0" + (since.map { "&since=\($0)" } ?? "") + more)
    }

    /// The room in the answer to a sync.
    func room(_ sync: JSONValue, _ chat: ChatID? = nil) -> JSONValue? { sync["rooms"]?["join"]?[room(chat)] }
}

extension JSONValue {
    /// The events of a part of a room.
    func events(_ part: String) -> [JSONValue] { self[part]?["events"]?.array ?? [] }
}
