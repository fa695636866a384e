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
        case .edit(let text):
            return try await changed {
                try await engine.edit(message.id, in: chat, text: text)
            } orQueued: {
                try await engine.change(message.id, in: chat, .edit(text))
            }
        case .delete:
            return try await changed {
                try await engine.delete(message.id, in: chat)
            } orQueued: {
                try await engine.change(message.id, in: chat, .delete)
            }
        case .react(let emoji):
            return try await changed {
                try await engine.react(emoji, to: message.id, in: chat)
            } orQueued: {
                try await engine.toggle(emoji, of: message.id, in: chat)
            }
        case .pin, .unpin:
            let isPinned = action == .pin
            return try await changed {
                try await engine.pin(isPinned, message.id, in: chat)
            } orQueued: {
                try await engine.change(message.id, in: chat, .pin(isPinned))
            }
        case .seen: return .receipts(message, try await engine.api.receipts(of: message.id, in: chat))
        }
        return .succeeded
    }

    /// Changes a message at once, so that a pipe ends only when it's done. Without a connection, and behind changes that
    /// wait already, it waits on this device as on the full screen.
    private func changed(
        _ now: () async throws -> Void,
        orQueued queue: () async throws -> Void
    ) async throws -> ChatInput {
        if await engine.connectionState.isOnline, try await engine.queuedChanges().isEmpty {
            do {
                try await now()
                return .succeeded
            } catch let error as ClientError where error.isTransient {
                // The connection was lost on the way. Repeating a change does no harm.
            }
        }
        try await queue()
        return .told(["… queued: it goes out with the next connection"])
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
