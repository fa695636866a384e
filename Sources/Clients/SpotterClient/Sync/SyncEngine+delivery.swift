import Domain
import SpotterAPI

/// Delivery receipts. A message is delivered once this device has stored it, and everything before it: a receipt covers
/// all up to its position.
extension SyncEngine {
    /// Most messages of a chat that are fetched at once only to have them; the rest is fetched when the chat is opened.
    private static let maxFetched = 1_000

    /// Tells of messages that arrived while the client was disconnected, after fetching those that it lacks.
    func startDelivery(_ chat: Chat) {
        guard let last = chat.lastMessage, let mine = chat.members.first(where: { $0.userId == me }) else { return }
        guard mine.deliveredSeq < last.seq, chat.unread > 0 || last.senderId != me else { return }
        start(.undelivered(chat.id))
    }

    /// Tells of messages of others that have just been stored.
    func deliver(_ events: [ServerEvent]) async {
        var newest: [ChatID: Int64] = [:]
        for case .chat(let event) in events {
            guard let message = event.message, event.type == .messageCreated, message.senderId != me else { continue }
            newest[event.chatId] = max(newest[event.chatId] ?? 0, event.seq)
        }
        for (chat, seq) in newest {
            guard let stored = try? storedEnd(of: chat), stored.end < seq else {
                await live?.transmit(.delivered(chat, seq: seq))
                continue
            }
            start(.undelivered(chat))
        }
    }

    func fetchUndelivered(in chat: ChatID) async throws {
        guard let before = try storedEnd(of: chat) else { return }
        try await fetchMissing(in: chat, after: before.delivered, limit: Self.maxFetched)
        guard let after = try storedEnd(of: chat), after.end > after.delivered else { return }
        await live?.transmit(.delivered(chat, seq: after.end))
    }

    /// What was delivered to the user on any device, and up to where this device has everything after it.
    private func storedEnd(of chat: ChatID) throws -> (delivered: Int64, end: Int64)? {
        try cache.read { transaction in
            guard let record = try transaction.record(of: chat) else { return nil }
            let delivered = record.chat.members.first { $0.userId == me }?.deliveredSeq ?? 0
            return (delivered, record.contiguousEnd(after: delivered))
        }
    }
}
