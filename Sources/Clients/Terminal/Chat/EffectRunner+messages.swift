import Domain
import SpotterClient

/// Operations on one message.
extension EffectRunner {
    /// A command refers to a message that doesn't exist.
    struct NoSuchMessage: Error, CustomStringConvertible {
        let description: String
    }

    func act(_ action: MessageAction, on choice: MessageReference, in chat: ChatID) async throws -> ChatInput {
        let message = try await find(choice, in: chat)
        switch action {
        case .reply(let text): try await engine.send(text, to: chat, replyTo: message.id)
        case .edit(let text): try await engine.edit(message.id, in: chat, text: text)
        case .delete: try await engine.delete(message.id, in: chat)
        case .react(let emoji): try await engine.react(emoji, to: message.id, in: chat)
        case .pin: try await engine.pin(true, message.id, in: chat)
        case .unpin: try await engine.pin(false, message.id, in: chat)
        case .seen: return .receipts(message, try await engine.api.receipts(of: message.id, in: chat))
        }
        return .succeeded
    }

    func find(_ choice: MessageReference, in chat: ChatID) async throws -> Message {
        switch choice {
        case .number(let seq):
            if let message = try await engine.message(at: seq, in: chat) { return message }
            throw NoSuchMessage(description: "There's no message #\(seq) on this screen.")
        case .latestOwn:
            if let message = try await latest(in: chat, where: { $0 == engine.me }) { return message }
            throw NoSuchMessage(description: "You haven't written here yet.")
        case .latestOfOthers:
            if let message = try await latest(in: chat, where: { $0 != engine.me }) { return message }
            throw NoSuchMessage(description: "Nobody else has written here yet.")
        }
    }

    private func latest(in chat: ChatID, where isSender: (UserID) -> Bool) async throws -> Message? {
        try await engine.messages(in: chat, limit: 200).messages.last { isSender($0.senderId) && $0.deletedAt == nil }
    }
}
