public import Domain

/// What happened in a chat since a position.
public struct ChatDelta: Sendable, Equatable, Decodable {
    public let chatId: ChatID
    /// The chat's latest position.
    public let seq: Int64
    /// In order. Kinds that this client doesn't know are left out.
    public let events: [ChatEvent]
    /// The difference is too large to tell: fetch the chat anew.
    public let resync: Bool
    /// The chat is no longer one of the user's.
    public let gone: Bool

    private enum Key: String, CodingKey { case chatId, seq, events, resync, gone }

    private struct MaybeEvent: Decodable {
        let event: ChatEvent?
        private enum Key: String, CodingKey { case type }

        init(from decoder: any Decoder) throws {
            let type = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .type)
            event = ChatEvent.Kind(rawValue: type) == nil ? nil : try ChatEvent(from: decoder)
        }
    }

    public init(from decoder: any Decoder) throws {
        let box = try decoder.container(keyedBy: Key.self)
        chatId = try box.decode(ChatID.self, forKey: .chatId)
        seq = try box.decode(Int64.self, forKey: .seq)
        events = try box.decodeIfPresent([MaybeEvent].self, forKey: .events)?.compactMap(\.event) ?? []
        resync = try box.decodeIfPresent(Bool.self, forKey: .resync) ?? false
        gone = try box.decodeIfPresent(Bool.self, forKey: .gone) ?? false
    }
}
