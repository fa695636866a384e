import Domain
import Messaging
import ServerTestKit
import SpotterServer
import Testing

/// The eight features, by their names in an address.
enum WebhookName {
    static let all = [
        "summarize", "extract_actions", "schedule_meeting", "track_decisions", "detect_priority", "search",
        "rag_search", "ingest_message",
    ]
    /// As the app's configuration may have it: a server's address, or one that ends in `/webhook`.
    static let prefixes = ["/webhook", ""]
}

extension StudioFixture {
    /// Calls a feature like the app, with the token alone in the header `Authorization`.
    func hook(
        _ feature: String,
        _ parameters: JSONValue = [:],
        at prefix: String = "/webhook",
        in chat: ChatID? = nil,
        as user: TestUser? = nil
    ) async throws -> CallableAnswer {
        let user = user ?? alex
        let body = hookBody(feature, parameters, in: "\(chat ?? self.chat)", of: "\(user.id)")
        return try await hook(feature, body, at: prefix, token: user.accessToken.reveal())
    }

    func hook(
        _ feature: String,
        _ body: JSONValue,
        at prefix: String = "/webhook",
        token: String?
    ) async throws -> CallableAnswer {
        let headers = token.map { [("Authorization", $0)] } ?? []
        return try await send("POST", "\(prefix)/\(feature)", headers: headers, body: body.text)
    }

    /// A body as the app sends it, with sensible parameters if none are given.
    func hookBody(
        _ feature: String,
        _ parameters: JSONValue = [:],
        in chat: String,
        of user: String?,
        message: String = "018f0000-0000-7000-8000-00000000dead"
    ) -> JSONValue {
        var body: [String: JSONValue] = ["conversationID": .string(chat)]
        if let user { body["userID"] = .string(user) }
        switch feature {
        case "rag_search": body["query"] = parameters["query"] ?? "What hurts?"
        case "ingest_message":
            body["messageID"] = parameters["messageID"] ?? .string(message)
            body["senderID"] = parameters["senderID"]
            (body["text"], body["senderName"], body["timestamp"]) = ("said", "Sara", "2026-03-11T13:15:00Z")
        case "search": body["parameters"] = ["query": parameters["query"] ?? "knee"]
        default: body["parameters"] = parameters
        }
        return .object(body)
    }

    /// A chat in which there is something for every feature to find.
    @discardableResult
    func talk() async throws -> Message {
        try await say("I'll send Sara the new plan by Friday.", alex)
        try await say("Agreed, 6am on Tuesdays it is.", sara)
        let hurt = try await say("My left knee hurts after the long run on Sunday.", sara)
        try await say("When are you free to talk about the race plan?", sara)
        return hurt
    }
}

/// What the app's decoder asks of a value.
indirect enum Shape: Sendable {
    case text, bool, integer, number, optionalText
    case list(Shape)
    case object([String: Shape])

    /// Where a value deviates; `nil` if it fits. Every key must be there, and no other.
    func flaw(of value: JSONValue, at place: String = "body") -> String? {
        switch (self, value) {
        case (.text, .string), (.bool, .bool), (.integer, .integer), (.optionalText, .string), (.optionalText, .null):
            return nil
        case (.number, .integer), (.number, .number): return nil
        case (.list(let shape), .array(let values)):
            return values.enumerated().lazy.compactMap { shape.flaw(of: $1, at: "\(place)[\($0)]") }.first
        case (.object(let keys), .object(let members)):
            let odd = Set(keys.keys).symmetricDifference(members.keys)
            guard odd.isEmpty else { return "\(place): \(odd.sorted())" }
            return keys.sorted { $0.key < $1.key }.lazy.compactMap { key, shape in
                shape.flaw(of: members[key] ?? .null, at: "\(place).\(key)")
            }.first
        default: return "\(place): \(value.text)"
        }
    }
}
