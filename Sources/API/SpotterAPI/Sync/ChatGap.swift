public import Domain

/// The events of a chat after a position that the client gave.
///
/// ```swift
/// func last(_ gap: ChatGap) -> Int64 { gap.resync ? gap.seq : gap.events.last?.seq ?? gap.seq }
/// ```
public struct ChatGap: Sendable, Hashable, Codable {
    public let chatId: ChatID
    /// The chat's current position.
    public let seq: Int64
    @DefaultsToEmpty public var readSeq: Int64
    @DefaultsToEmpty public var unread: Int
    @DefaultsToEmpty public var unreadMentions: Int
    /// All changes after the given position, in order; empty with `resync`. Kinds that the client doesn't know are left
    /// out.
    public let events: [ChatEvent]
    /// The gap is too large to replay, or the server never had the position. Refetch the chat.
    @DefaultsToEmpty public var resync: Bool
    /// The user isn't a member of the chat, or isn't any more.
    @DefaultsToEmpty public var gone: Bool

    public init(
        chatId: ChatID,
        seq: Int64,
        readSeq: Int64,
        unread: Int,
        unreadMentions: Int,
        events: [ChatEvent],
        resync: Bool,
        gone: Bool
    ) {
        self.chatId = chatId
        self.seq = seq
        self.readSeq = readSeq
        self.unread = unread
        self.unreadMentions = unreadMentions
        self.events = events
        self.resync = resync
        self.gone = gone
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        chatId = try container.decode(ChatID.self, forKey: .chatId)
        seq = try container.decode(Int64.self, forKey: .seq)
        _readSeq = try container.decode(DefaultsToEmpty<Int64>.self, forKey: .readSeq)
        _unread = try container.decode(DefaultsToEmpty<Int>.self, forKey: .unread)
        _unreadMentions = try container.decode(DefaultsToEmpty<Int>.self, forKey: .unreadMentions)
        events = try container.decode(DefaultsToEmpty<KnownEvents>.self, forKey: .events).wrappedValue.events
        _resync = try container.decode(DefaultsToEmpty<Bool>.self, forKey: .resync)
        _gone = try container.decode(DefaultsToEmpty<Bool>.self, forKey: .gone)
    }
}

/// An array of events. Kinds that this version doesn't know are left out.
struct KnownEvents: Codable, DefaultInitializable {
    var events: [ChatEvent] = []

    init() {}

    private struct Element: Decodable {
        let event: ChatEvent?
        private enum Key: String, CodingKey { case type }

        init(from decoder: any Decoder) throws {
            let type = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .type)
            event = ChatEvent.Kind(rawValue: type) == nil ? nil : try ChatEvent(from: decoder)
        }
    }

    init(from decoder: any Decoder) throws {
        events = try decoder.singleValueContainer().decode([Element].self).compactMap(\.event)
    }

    func encode(to encoder: any Encoder) throws { try events.encode(to: encoder) }
}
