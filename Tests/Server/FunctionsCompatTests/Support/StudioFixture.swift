import Contacts
import ContactsTestKit
import Domain
import Foundation
import Messaging
import ServerTestKit
import SpotterServer
import TestSupport

/// A coach in New York with a client in Stockholm, on Wednesday 11 March 2026 at 9:15 in New York.
struct StudioFixture: Sendable {
    static let now = "2026-03-11T13:15:00Z"

    let server: TestServer
    let alex: TestUser
    let sara: TestUser
    let chat: ChatID

    static func open(
        model: ServerConfiguration.LanguageModelSettings? = nil,
        configure: (inout ServerConfiguration) -> Void = { _ in },
        log: RecordedLog? = nil,
        _ body: @Sendable (StudioFixture) async throws -> Void
    ) async throws {
        try await TestServer.run(
            configure: {
                $0.now = Timestamp(rfc3339: now)
                $0.languageModel = model
                configure(&$0)
            },
            log: log
        ) { server in
            let alex = try await server.register("Alex Moore", role: .trainer, timezone: "America/New_York")
            let sara = try await server.register("Sara Lindqvist", role: .client, timezone: "Europe/Stockholm")
            let chat = try await Self.relate(sara, to: alex, on: server)
            try await body(StudioFixture(server: server, alex: alex, sara: sara, chat: chat))
        }
    }

    // MARK: People

    /// Adds a client of Alex's or of another trainer, with their chat.
    func client(_ name: String, of trainer: TestUser? = nil) async throws -> (user: TestUser, chat: ChatID) {
        let user = try await server.register(name, role: .client)
        return (user, try await Self.relate(user, to: trainer ?? alex, on: server))
    }

    /// Another trainer with a client. Their data must never appear.
    func rivals() async throws -> (trainer: TestUser, client: TestUser, chat: ChatID) {
        let trainer = try await server.register("Robin Rival", role: .trainer)
        let client = try await client("Zoe Quist", of: trainer)
        return (trainer, client.user, client.chat)
    }

    @discardableResult
    func say(_ text: String, _ user: TestUser, in chat: ChatID? = nil) async throws -> Message {
        let messages = server.server.messaging.messages
        let id = "said-\(UUID().uuidString)"
        return try await messages.send(
            .init(chatId: chat ?? self.chat, sender: user.actor, clientMessageId: id, text: text)
        ).message
    }

    private static func relate(_ client: TestUser, to trainer: TestUser, on server: TestServer) async throws -> ChatID {
        _ = try await server.server.messaging.contacts.addClient(client.user, by: trainer.actor)
        return try await server.server.messaging.chats.open(.direct(with: client.id), by: trainer.actor).chat.id
    }

    // MARK: Calling

    /// Calls a function like the app.
    func call(_ function: String, _ data: JSONValue, as user: TestUser? = nil) async throws -> CallableAnswer {
        try await send(
            "POST",
            "/\(function)",
            headers: [("Authorization", "Bearer \((user ?? alex).accessToken.reveal())")],
            body: JSONValue.object(["data": data]).text
        )
    }

    /// Calls `executeFunctionCall` and returns its result, whether it succeeded or not.
    func execute(_ function: String, _ parameters: JSONValue, as user: TestUser? = nil) async throws -> JSONValue {
        let data: JSONValue = ["functionName": .string(function), "parameters": parameters]
        let answer = try await call("executeFunctionCall", data, as: user)
        guard answer.http == 200, let result = answer.result else {
            throw SpotterError.invalid("\(answer.http) \(answer.json.text)")
        }
        return result
    }

    func send(
        _ method: String,
        _ path: String,
        headers: [(String, String)] = [],
        type: String? = "application/json",
        body: String? = nil
    ) async throws -> CallableAnswer {
        try await server.send(method, path, headers: headers, type: type, body: body)
    }

    // MARK: State

    /// - Parameter range: a query, such as `?from=…&to=…`.
    func events(_ range: String = "", of user: TestUser? = nil) async throws -> [JSONValue] {
        try await list("/v1/calendar/events\(range)", "events", user)
    }

    func reminders() async throws -> [JSONValue] { try await list("/v1/reminders", "reminders", nil) }

    func proposals() async throws -> [JSONValue] { try await list("/v1/assistant/proposals", "proposals", nil) }

    func audit() async throws -> [JSONValue] { try await list("/v1/assistant/audit", "entries", nil) }

    func messages(as user: TestUser, in chat: ChatID? = nil) async throws -> [JSONValue] {
        try await list("/v1/chats/\(chat ?? self.chat)/messages", "messages", user)
    }

    private func list(_ path: String, _ key: String, _ user: TestUser?) async throws -> [JSONValue] {
        let answer = try await server.request("GET", path, as: user ?? alex)
        guard answer.status == 200, let list = JSONValue.parse([UInt8](answer.body))?[key]?.array else {
            throw SpotterError.invalid("GET \(path): \(answer.status)")
        }
        return list
    }

    /// An event that Alex created by hand.
    @discardableResult
    func event(_ start: String, _ end: String, as user: TestUser? = nil) async throws -> String {
        let body: [String: Any] = ["eventType": "adhoc", "title": "Dentist", "startsAt": start, "endsAt": end]
        let answer = try await server.request("POST", "/v1/calendar/events", as: user ?? alex, json: body)
        guard let id = JSONValue.parse([UInt8](answer.body))?["event"]?["id"]?.string else {
            throw SpotterError.invalid("the event wasn't made: \(answer.status)")
        }
        return id
    }
}
