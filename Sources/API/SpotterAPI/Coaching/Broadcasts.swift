public import Domain

/// Sends a text to several clients, to each in the chat with them: `POST /v1/broadcasts`. Takes `text` or `templateId`,
/// and `userIds` or `tag`.
///
/// ```swift
/// let request = BroadcastRequest(text: "Hi {first}, no training on Friday.", userIds: [saraId, mikeId])
/// ```
public struct BroadcastRequest: APIValue {
    /// Chosen by the client, so that asking again sends nothing twice; the server's own without it.
    public let id: BroadcastID?
    public let text: String?
    public let templateId: TemplateID?
    public let slots: [String: String]?
    public let userIds: [UserID]?
    public let tag: String?

    public static let maxRecipients = 500

    public init(
        id: BroadcastID? = nil,
        text: String? = nil,
        templateId: TemplateID? = nil,
        slots: [String: String]? = nil,
        userIds: [UserID]? = nil,
        tag: String? = nil
    ) {
        self.id = id
        self.text = text
        self.templateId = templateId
        self.slots = slots
        self.userIds = userIds
        self.tag = tag
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decodeIfPresent(String.self, forKey: .text)
        slots = try container.decodeIfPresent([String: String].self, forKey: .slots)
        tag = try container.decodeIfPresent(String.self, forKey: .tag)
        id = try container.idIfPresent(.id, orThrow: SpotterError.invalid("id must be a UUID."))
        templateId = try container.idIfPresent(.templateId, orThrow: SpotterError.notFound("template"))
        userIds = try container.idsIfPresent(.userIds, orThrow: SpotterError.notFound("client"))
    }

    public static var example: BroadcastRequest {
        BroadcastRequest(text: "Hi {first}, no training on Friday.", userIds: [Examples.sara])
    }
}

/// What became of a broadcast, for each client.
///
/// ```swift
/// func failed(_ response: BroadcastResponse) -> [String] {
///     response.broadcast.recipients.filter { $0.outcome == .failed }.map(\.displayName)
/// }
/// ```
public struct BroadcastResponse: APIValue {
    public let broadcast: Broadcast

    public init(broadcast: Broadcast) { self.broadcast = broadcast }

    public static var example: BroadcastResponse {
        BroadcastResponse(
            broadcast: Broadcast(
                id: Examples.id(11),
                createdAt: Examples.time,
                recipients: [
                    .init(
                        userId: Examples.sara,
                        displayName: "Sara",
                        outcome: .sent,
                        chatId: Examples.chat.id,
                        messageId: Examples.message.id
                    )
                ]
            )
        )
    }
}
