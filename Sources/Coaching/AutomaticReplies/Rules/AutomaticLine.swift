import Domain
import Messaging

/// A line of a chat, for the rules.
struct AutomaticLine: Sendable, Hashable {
    enum Author: Sendable, Hashable {
        case client
        /// The trainer, or a program or the assistant at their word.
        case trainer
        /// This server, by itself.
        case automatic
    }

    let id: MessageID
    let author: Author
    let text: String
    let sentAt: Timestamp
    let isImported: Bool

    init(id: MessageID, author: Author, text: String, sentAt: Timestamp, isImported: Bool = false) {
        self.id = id
        self.author = author
        self.text = text
        self.sentAt = sentAt
        self.isImported = isImported
    }

    init(_ line: DirectChatLine, client: UserID) {
        self.init(
            id: line.id,
            author: line.sender == client ? .client : line.via.isByPerson ? .trainer : .automatic,
            text: line.text,
            sentAt: line.sentAt,
            isImported: line.isImported
        )
    }
}
