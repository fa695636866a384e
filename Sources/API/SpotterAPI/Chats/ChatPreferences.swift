public import Domain

/// The end of a mute. On the wire a time, or `forever` for `Timestamp.latest`.
///
/// ```swift
/// let request = ChatSettingsRequest(mutedUntil: .set(.forever))
/// ```
public struct MuteEnd: Sendable, Codable, Hashable {
    public let time: Timestamp

    public static let forever = MuteEnd(.latest)

    public init(_ time: Timestamp) { self.time = time }

    public init(from decoder: any Decoder) throws {
        let isForever = try decoder.singleValueContainer().decode(String.self) == "forever"
        time = isForever ? .latest : try Timestamp(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws { try time.encode(to: encoder) }
}

/// A member's own settings of a chat: `PATCH /v1/chats/{chatId}/settings`. Omitted fields stay unchanged.
///
/// ```swift
/// let unmute = ChatSettingsRequest(mutedUntil: .cleared)
/// let pin = ChatSettingsRequest(isPinned: true)
/// ```
public struct ChatSettingsRequest: APIValue {
    public let mutedUntil: FieldChange<MuteEnd>
    /// Whether the chat is kept at the top of the list.
    public let isPinned: Bool?

    public init(mutedUntil: FieldChange<MuteEnd> = .unchanged, isPinned: Bool? = nil) {
        self.mutedUntil = mutedUntil
        self.isPinned = isPinned
    }

    public static var example: ChatSettingsRequest {
        ChatSettingsRequest(mutedUntil: .set(MuteEnd(Examples.later)), isPinned: true)
    }
}

/// The settings after a change.
public struct ChatSettingsResponse: APIValue {
    public let settings: ChatSettings

    public init(settings: ChatSettings) { self.settings = settings }

    public static var example: ChatSettingsResponse {
        ChatSettingsResponse(
            settings: ChatSettings(chatId: Examples.chat.id, mutedUntil: Examples.later, isPinned: true)
        )
    }
}

/// The user's unsent text in a chat: `PUT /v1/chats/{chatId}/draft`. The latest write wins on all of the user's
/// devices.
///
/// ```swift
/// let request = DraftRequest(text: "See you at")
/// ```
public struct DraftRequest: APIValue {
    public let text: String
    public let replyTo: MessageID?

    public init(text: String, replyTo: MessageID? = nil) {
        self.text = text
        self.replyTo = replyTo
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        text = try container.decode(String.self, forKey: .text)
        replyTo = try container.idIfPresent(.replyTo, orThrow: SpotterError.notFound("message to reply to"))
    }

    public static var example: DraftRequest { DraftRequest(text: "See you at") }
}

extension DraftChange: APIValue {
    /// `PUT /v1/chats/{chatId}/draft` returns the stored draft.
    public static var example: DraftChange {
        DraftChange(
            chatId: Examples.chat.id,
            draft: ChatDraft(text: "See you at", replyTo: nil, updatedAt: Examples.time)
        )
    }
}

/// A draft in the response to `GET /v1/drafts`.
///
/// ```swift
/// func texts(_ response: DraftsResponse) -> [String] { response.drafts.map(\.text) }
/// ```
public struct StoredDraft: Sendable, Codable, Hashable {
    public let chatId: ChatID
    public let text: String
    @Nullable public var replyTo: MessageID?
    public let updatedAt: Timestamp

    public init(chatId: ChatID, text: String, replyTo: MessageID?, updatedAt: Timestamp) {
        self.chatId = chatId
        self.text = text
        self.replyTo = replyTo
        self.updatedAt = updatedAt
    }
}

/// `GET /v1/drafts`: latest first.
public struct DraftsResponse: APIValue {
    public let drafts: [StoredDraft]

    public init(drafts: [StoredDraft]) { self.drafts = drafts }

    public static var example: DraftsResponse {
        DraftsResponse(drafts: [
            StoredDraft(chatId: Examples.chat.id, text: "See you at", replyTo: nil, updatedAt: Examples.time)
        ])
    }
}
