import Accounts
import Domain
import Gateway
import Hummingbird
import NIOCore
import SpotterAPI

/// The body of a webhook. Fields that it doesn't know are left alone: the app may send more.
protocol WebhookRequest: APIValue {
    /// The chat.
    var conversationID: String { get }
    /// The user, who is known by the token anyway.
    var userID: String? { get }

    init(_ fields: WebhookFields) throws(SpotterError)
}

extension WebhookRequest {
    /// - Throws: `invalid_request`; `too_large`; `forbidden` if it names another user than the token's.
    static func read(_ request: Request, by caller: Principal) async throws -> Self {
        let bytes = [UInt8](buffer: try await request.body(upTo: WebhookFields.maxBodyBytes))
        let parsed = JSONValue.parse(
            bytes,
            maxBytes: WebhookFields.maxBodyBytes,
            maxDepth: 8,
            maxElements: WebhookFields.maxElements
        )
        guard let json = parsed, json.object != nil else {
            throw SpotterError.invalid("The body must be a JSON object with a conversationID.")
        }
        let body = try Self(WebhookFields(json))
        if let userID = body.userID, !userID.isEmpty, UserID(userID) != caller.userId {
            throw SpotterError(.forbidden, "userID is another user than the token's; send your own id, or none.")
        }
        return body
    }

    /// - Throws: `not_a_member` for a text that is no id, as for a chat that doesn't exist.
    func chat() throws(SpotterError) -> ChatID {
        guard let chat = ChatID(conversationID) else { throw .notAMember }
        return chat
    }
}

/// Reads the fields of a body. Every error names its field.
struct WebhookFields {
    /// A message of 10 000 characters, all of it escaped, takes 120 000 bytes.
    static let maxBodyBytes = 128 << 10
    static let maxElements = 1000

    private let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    func text(_ name: String) throws(SpotterError) -> String {
        guard let text = try optionalText(name) else { throw .invalid("\(name) is missing.") }
        return text
    }

    func optionalText(_ name: String) throws(SpotterError) -> String? {
        guard let value = json[name] else { return nil }
        guard let text = value.string else { throw .invalid("\(name) must be a text.") }
        return text
    }

    func optionalNumber(_ name: String) throws(SpotterError) -> Int? {
        guard let value = json[name] else { return nil }
        guard let number = value.int else { throw .invalid("\(name) must be an integer.") }
        return number
    }

    /// The fields of an object; none if it is missing.
    func object(_ name: String) throws(SpotterError) -> WebhookFields {
        guard let value = json[name] else { return WebhookFields([:]) }
        guard value.object != nil else { throw .invalid("\(name) must be an object.") }
        return WebhookFields(value)
    }
}

/// `{"conversationID","userID"?,"parameters"?}`: what six of the eight features take.
struct WebhookFeatureRequest: WebhookRequest {
    struct Parameters: Codable, Sendable {
        /// `summarize`: how many of the last messages; 200 if left out, at most 1000.
        var messageCount: Int?
        /// `extract_actions`: how far back, in hours, days or weeks: `7d`, which it is if left out.
        var dateRange: String?
        /// `schedule_meeting`: is not read. The server reads the chat itself.
        var context: String?
        /// `search`: a few words or a question.
        var query: String?
    }

    let conversationID: String
    var userID: String?
    var parameters: Parameters?

    init(_ fields: WebhookFields) throws(SpotterError) {
        conversationID = try fields.text("conversationID")
        userID = try fields.optionalText("userID")
        let given = try fields.object("parameters")
        parameters = Parameters(
            messageCount: try given.optionalNumber("messageCount"),
            dateRange: try given.optionalText("dateRange"),
            context: try given.optionalText("context"),
            query: try given.optionalText("query")
        )
    }

    private init(conversationID: String, userID: String, parameters: Parameters) {
        (self.conversationID, self.userID, self.parameters) = (conversationID, userID, parameters)
    }

    static var example: WebhookFeatureRequest {
        WebhookFeatureRequest(
            conversationID: "018f0000-0000-7000-8000-000000000003",
            userID: "018f0000-0000-7000-8000-000000000001",
            parameters: Parameters(messageCount: 200, dateRange: "7d", context: "", query: "knee")
        )
    }
}

/// The body of `rag_search`.
struct WebhookQuestion: WebhookRequest {
    let conversationID: String
    let query: String
    var userID: String?

    init(_ fields: WebhookFields) throws(SpotterError) {
        self.init(
            conversationID: try fields.text("conversationID"),
            query: try fields.text("query"),
            userID: try fields.optionalText("userID")
        )
    }

    private init(conversationID: String, query: String, userID: String?) {
        (self.conversationID, self.query, self.userID) = (conversationID, query, userID)
    }

    static var example: WebhookQuestion {
        WebhookQuestion(
            conversationID: "018f0000-0000-7000-8000-000000000003",
            query: "How is Sara's knee?",
            userID: nil
        )
    }
}

/// The body of `ingest_message`. Only the ids are read: the server has the message itself.
struct WebhookMessage: WebhookRequest {
    let conversationID: String
    let messageID: String
    var userID: String?
    var text: String?
    /// Who wrote the message, which needn't be the caller.
    var senderID: String?
    var senderName: String?
    var timestamp: String?

    init(_ fields: WebhookFields) throws(SpotterError) {
        self.init(conversationID: try fields.text("conversationID"), messageID: try fields.text("messageID"))
        userID = try fields.optionalText("userID")
        senderID = try fields.optionalText("senderID")
    }

    private init(conversationID: String, messageID: String) {
        (self.conversationID, self.messageID) = (conversationID, messageID)
    }

    static var example: WebhookMessage {
        var example = WebhookMessage(
            conversationID: "018f0000-0000-7000-8000-000000000003",
            messageID: "018f0000-0000-7000-8000-000000000004"
        )
        example.text = "My knee is fine again."
        example.senderID = "018f0000-0000-7000-8000-000000000002"
        example.senderName = "Sara"
        example.timestamp = "2026-03-11T13:15:00Z"
        return example
    }
}
