import Accounts
import Domain
import Messaging
import Retrieval
import SpotterAPI

/// The answer of `ingest_message`.
struct WebhookIndexing: APIValue {
    enum Status: String, Codable, Sendable, CaseIterable {
        /// It can be found by its meaning.
        case indexed
        /// It will be, without further ado.
        case queued
        /// Its text was refused too often; the operator can try again.
        case failed
        /// The server has no model for meanings: it is found by its words.
        case wordsOnly = "words_only"
        /// There is nothing to find.
        case noText = "no_text"
        case deleted
    }

    /// Whether nothing is left to be done.
    let success: Bool
    let status: Status
    let message: String
    let messageID: String
    let conversationID: String
    let timestamp: String

    static var example: WebhookIndexing {
        WebhookIndexing(
            success: true,
            status: .indexed,
            message: Status.indexed.words,
            messageID: "018f0000-0000-7000-8000-000000000004",
            conversationID: "018f0000-0000-7000-8000-000000000003",
            timestamp: "2026-03-11T13:15:00Z"
        )
    }
}

extension WebhookIndexing.Status {
    var words: String {
        switch self {
        case .indexed: "The message can be found by its meaning."
        case .queued: "The message will be indexed in a moment; it needn't be sent again."
        case .failed: "Indexing this message has failed too often; the server's operator can try it again."
        case .wordsOnly: "The message can be found by its words; this server has no model for meanings."
        case .noText: "The message has no text to index."
        case .deleted: "The message was deleted, so it isn't in the index."
        }
    }
}

extension WebhookServices {
    /// Tells how far a message is. Messages here are indexed by themselves, and the text of the call isn't stored: a
    /// caller's account of what others wrote is none.
    func indexed(_ body: WebhookMessage, by caller: Principal) async throws -> WebhookIndexing {
        let chat = try body.chat()
        // Also for an id that is none, so that a stranger learns nothing from how it is refused.
        let id = MessageID(body.messageID) ?? MessageID(high: 0, low: 0)
        let message = try await chats.message(id, in: chat, for: caller.actor)
        if let sender = body.senderID, UserID(sender) != message.senderId {
            throw SpotterError.invalid("senderID isn't the sender of this message.")
        }
        let status = try await status(of: message)
        return WebhookIndexing(
            success: status != .failed,
            status: status,
            message: status.words,
            messageID: body.messageID,
            conversationID: body.conversationID,
            timestamp: timestamp
        )
    }

    private func status(of message: Message) async throws -> WebhookIndexing.Status {
        if message.deletedAt != nil { return .deleted }
        let isHeard = message.transcript.map { $0.status == .pending || !$0.text.trimmed.isEmpty } ?? false
        guard !message.text.trimmed.isEmpty || isHeard else { return .noText }
        return switch try await indexer.state(of: message.id) {
        case .indexed: .indexed
        case .waiting: .queued
        case .failed: .failed
        case .off: .wordsOnly
        }
    }
}
