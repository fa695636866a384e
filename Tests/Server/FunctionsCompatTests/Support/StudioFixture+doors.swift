import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import ServerTestKit
import SpotterServer
import Testing

/// A response of the assistant's other contracts, whole.
struct DoorAnswer: Sendable {
    let status: Int
    let headers: [String: String]
    let text: String

    var json: JSONValue { JSONValue.parse(text, maxBytes: 16 << 20) ?? .null }
    var error: JSONValue? { json["error"] }

    /// The data of server-sent events that are JSON.
    var events: [JSONValue] {
        text.split(whereSeparator: \.isNewline).compactMap { line in
            line.hasPrefix("data: ") ? JSONValue.parse(String(line.dropFirst(6)), maxBytes: 16 << 20) : nil
        }
    }
}

/// How a request says who sends it.
enum Credential: Sendable {
    case bearer(String)
    case header(String)
    case none
}

extension StudioFixture {
    /// A studio in which Sara has told of her knee.
    static func withKnee(
        model: String? = nil,
        configure: (inout ServerConfiguration) -> Void = { _ in },
        _ body: @Sendable (StudioFixture) async throws -> Void
    ) async throws {
        let settings = model.map {
            ServerConfiguration.LanguageModelSettings(baseURL: $0, apiKey: nil, model: "scripted")
        }
        try await open(
            model: settings,
            configure: {
                $0.proxiesModels = true
                configure(&$0)
            }
        ) { studio in
            try await studio.say("My left knee hurts after the long run on Sunday.", studio.sara)
            try await body(studio)
        }
    }

    /// An API key with these scopes.
    func key(_ scopes: String..., of user: TestUser? = nil) async throws -> String {
        let body: [String: Any] = ["name": "door", "scopes": scopes]
        let made = try await server.request("POST", "/v1/keys", as: user ?? alex, json: body)
        let key = try #require(made.json["key"] as? [String: Any])
        return try #require(key["secret"] as? String)
    }

    func door(
        _ method: String,
        _ path: String,
        _ credential: Credential,
        _ body: JSONValue? = nil
    ) async throws -> DoorAnswer {
        try await door(method, path, credential, text: body?.text)
    }

    func door(
        _ method: String,
        _ path: String,
        _ credential: Credential,
        text: String?
    ) async throws -> DoorAnswer {
        let response = try await HTTPClient.shared.execute(
            doorRequest(method, path, credential, text: text),
            timeout: .seconds(60)
        )
        let bytes = try await response.body.collect(upTo: 16 << 20)
        return DoorAnswer(
            status: Int(response.status.code),
            headers: Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first },
            text: String(buffer: bytes)
        )
    }

    func doorRequest(_ method: String, _ path: String, _ credential: Credential, text: String?) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: server.baseURL + path)
        request.method = HTTPMethod(rawValue: method)
        switch credential {
        case .bearer(let token): request.headers.add(name: "Authorization", value: "Bearer \(token)")
        case .header(let key): request.headers.add(name: "x-goog-api-key", value: key)
        case .none: break
        }
        if let text {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(string: text))
        }
        return request
    }

    /// Alex's own token.
    var token: Credential { .bearer(alex.accessToken.reveal()) }

    /// `POST /openai/v1/chat/completions`.
    func complete(
        _ messages: JSONValue,
        _ more: JSONValue = [:],
        by credential: Credential? = nil
    ) async throws -> DoorAnswer {
        var body = more.object ?? [:]
        body["model"] = body["model"] ?? "spotter"
        body["messages"] = messages
        return try await door("POST", "/openai/v1/chat/completions", credential ?? token, .object(body))
    }

    /// `POST /openai/v1/responses`.
    func respond(
        _ input: JSONValue,
        _ more: JSONValue = [:],
        by credential: Credential? = nil
    ) async throws -> DoorAnswer {
        var body = more.object ?? [:]
        body["model"] = body["model"] ?? "spotter"
        body["input"] = input
        return try await door("POST", "/openai/v1/responses", credential ?? token, .object(body))
    }

    /// The titles of all conversations, archived ones too.
    func conversations() async throws -> [String] {
        var titles: [String] = []
        for query in ["", "?archived=true"] {
            let answer = try await server.request("GET", "/v1/assistant/conversations\(query)", as: alex)
            let list = JSONValue.parse([UInt8](answer.body))?["conversations"]?.array ?? []
            titles += list.compactMap { $0["title"]?.string }
        }
        return titles
    }
}

extension JSONValue {
    /// Messages of a chat: roles and contents in turn.
    static func messages(_ pairs: (String, String)...) -> JSONValue {
        .array(pairs.map { ["role": .string($0.0), "content": .string($0.1)] })
    }

    /// A question alone.
    static func asking(_ question: String) -> JSONValue { messages(("user", question)) }
}
