import Contacts
import ContactsTestKit
import Domain
import Foundation
import Messaging
import ModelTestKit
import ServerTestKit
import SpotterServer

/// A coach in New York with a client in Stockholm, on Wednesday 11 March 2026 at 9:15 in New York. Requests to the
/// assistant go over real sockets.
struct AssistantFixture: Sendable {
    static let key = "sk-studio-zq4711-very-secret"

    let server: TestServer
    let alex: TestUser
    let sara: TestUser
    let chat: ChatID

    /// - Parameter provider: the language model's server; without one, the built-in model answers.
    static func open(
        provider: ScriptedProvider? = nil,
        _ change: @Sendable (inout ServerConfiguration) -> Void = { _ in },
        _ body: @Sendable (AssistantFixture) async throws -> Void
    ) async throws {
        try await TestServer.run {
            $0.now = Timestamp(rfc3339: "2026-03-11T13:15:00Z")
            $0.languageModel = provider.map {
                .init(baseURL: $0.baseURL, apiKey: Secret(key), model: "scripted")
            }
            change(&$0)
        } _: { server in
            let alex = try await server.register("Alex Moore", role: .trainer, timezone: "America/New_York")
            let sara = try await server.register("Sara Lindqvist", role: .client, timezone: "Europe/Stockholm")
            let chat = try await relate(sara, to: alex, on: server)
            try await body(AssistantFixture(server: server, alex: alex, sara: sara, chat: chat))
        }
    }

    // MARK: People

    func client(_ name: String, of trainer: TestUser? = nil) async throws -> (user: TestUser, chat: ChatID) {
        let user = try await server.register(name, role: .client)
        return (user, try await Self.relate(user, to: trainer ?? alex, on: server))
    }

    @discardableResult
    func say(_ text: String, _ user: TestUser, in chat: ChatID? = nil) async throws -> Message {
        let id = "said-\(UUID().uuidString)"
        return try await server.server.messaging.messages.send(
            .init(chatId: chat ?? self.chat, sender: user.actor, clientMessageId: id, text: text)
        ).message
    }

    private static func relate(_ client: TestUser, to trainer: TestUser, on server: TestServer) async throws -> ChatID {
        _ = try await server.server.messaging.contacts.addClient(client.user, by: trainer.actor)
        return try await server.server.messaging.chats.open(.direct(with: client.id), by: trainer.actor).chat.id
    }

    // MARK: Requests

    struct Answer: Sendable {
        let status: Int
        let headers: [String: String]
        let json: JSONValue

        var errorCode: String? { json["error"]?["code"]?.string }
    }

    func request(
        _ method: String,
        _ path: String,
        as user: TestUser? = nil,
        _ body: JSONValue? = nil
    ) async throws -> Answer {
        let answer = try await server.request(method, path, as: user ?? alex, body: body?.text)
        let json = JSONValue.parse([UInt8](answer.body), maxBytes: 16 << 20) ?? .null
        return Answer(status: answer.status, headers: answer.headers, json: json)
    }

    func ask(_ message: String, as user: TestUser? = nil, more: [String: JSONValue] = [:]) async throws -> Answer {
        try await request("POST", "/v1/assistant/query", as: user, Self.query(message, more))
    }

    /// The same question, answered as a stream.
    func stream(_ message: String, more: [String: JSONValue] = [:]) async throws -> ServerEventReader {
        try await .open(
            server.baseURL + "/v1/assistant/query",
            token: alex.accessToken.reveal(),
            body: Self.query(message, more)
        )
    }

    func reattach(_ messageId: String, as user: TestUser? = nil) async throws -> ServerEventReader {
        try await .open(
            server.baseURL + "/v1/assistant/messages/\(messageId)/stream",
            token: (user ?? alex).accessToken.reveal()
        )
    }

    /// The last turn of a conversation.
    func lastTurn(of conversation: String) async throws -> JSONValue? {
        try await request("GET", "/v1/assistant/conversations/\(conversation)").json["turns"]?.array?.last
    }

    func events() async throws -> [JSONValue] {
        try await request("GET", "/v1/calendar/events").json["events"]?.array ?? []
    }

    func audit() async throws -> [JSONValue] {
        try await request("GET", "/v1/assistant/audit").json["entries"]?.array ?? []
    }

    private static func query(_ message: String, _ more: [String: JSONValue]) -> JSONValue {
        .object(more.merging(["message": .string(message)]) { mine, _ in mine })
    }
}

extension JSONValue {
    var keys: Set<String> { Set(object?.keys.map { $0 } ?? []) }
}
