import AssistantTools
import Domain
import Foundation
package import Messaging

/// A message with what it says, as far as a summary tells it.
package struct ReadMessage: Sendable {
    package let message: VisibleMessage
    package let sentences: [SummarySentence]
    package let reading: MessageReading
    /// The message before it, if somebody else wrote that.
    let previous: VisibleMessage?
}

/// Reads messages for summaries. What was read lately isn't read again, since reading takes milliseconds for each message
/// and a chat is summarised again and again. It is kept in memory only, so that no erased words stay on the disk.
struct ReadMessages: Sendable {
    /// Of texts. What is kept of a text takes about ten times as much.
    private static let maxBytes = 2 << 20
    /// What is read before others have their turn: some milliseconds.
    private static let yieldingBytes = 4 << 10

    private struct Key: Hashable, Sendable {
        let id: MessageID
        /// An edited message is another.
        let text: String
        let previous: String?
        let senderZone: TimeZone
        let timezone: String
        let locale: String

        func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }

    private struct Content: Sendable {
        let sentences: [SummarySentence]
        let reading: MessageReading
    }

    private let known = BoundedCache<Key, Content>(maxCost: maxBytes)
    private let reader = MessageReader()

    /// - Parameters:
    ///   - messages: in the order of the chat.
    ///   - zones: the time zones of their senders.
    func read(
        _ messages: [VisibleMessage],
        zones: [UserID: TimeZone],
        for requester: Requester,
        at now: Timestamp
    ) async -> [ReadMessage] {
        let times = requester.times(at: now)
        var read: [ReadMessage] = []
        var last: VisibleMessage?
        var unyielded = 0
        for message in messages {
            let previous = last.flatMap { $0.senderId != message.senderId ? $0 : nil }
            last = message
            let key = Key(
                id: message.id,
                text: message.text,
                previous: previous?.text,
                senderZone: zones[message.senderId] ?? .gmt,
                timezone: requester.timezone,
                locale: requester.locale
            )
            if let content = known[key] {
                let sentences = content.sentences.map { $0.said(in: message) }
                read.append(.init(message: message, sentences: sentences, reading: content.reading, previous: previous))
                continue
            }
            let content = Content(
                sentences: SummarySentence.sentences(of: message, times: times),
                reading: reader.reading(
                    of: message.text,
                    sentAt: message.sentAt,
                    timeZone: key.senderZone,
                    after: previous?.text
                )
            )
            let bytes = message.text.utf8.count + 256
            known.store(content, for: key, cost: bytes)
            read.append(
                .init(message: message, sentences: content.sentences, reading: content.reading, previous: previous)
            )
            unyielded += bytes
            if unyielded >= Self.yieldingBytes {
                unyielded = 0
                await Task.yield()
            }
        }
        return read
    }
}
