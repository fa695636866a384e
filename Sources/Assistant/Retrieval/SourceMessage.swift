import Domain
import Retrieval
import SpotterAPI

/// A message that the asker may read, found for a question.
struct SourceMessage: Sendable, Hashable, Identifiable {
    let id: MessageID
    let chatId: ChatID
    let seq: Int64
    let clientMessageId: String
    let senderId: UserID
    let senderName: String
    /// A group's name; nothing in a direct chat.
    let group: String?
    let text: String
    let sentAt: Timestamp
    /// How well it answers; nothing for a neighbour of one that does.
    let score: Double?

    /// - Parameter quote: words of the message, verbatim.
    func citation(quoting quote: String) -> Citation {
        Citation(
            messageId: id,
            chatId: chatId,
            clientMessageId: clientMessageId,
            senderName: senderName,
            sentAt: sentAt,
            quote: quote
        )
    }

    var citation: Citation { citation(quoting: Quote.best(of: text, for: [])) }
}

/// What was found for a question.
struct FoundContext: Sendable {
    /// Hits, best first. All are readable at the moment of one snapshot.
    var hits: [SourceMessage] = []
    /// What was said right before or after a hit, by message.
    var neighbours: [MessageID: [SourceMessage]] = [:]
    /// How many messages there were to find it among, roughly.
    var searched = 0
    /// Why search is less than it could be.
    var degraded: String?

    /// Hits with their neighbours, each once: by hit, and in the order of the chat around it.
    var lines: [SourceMessage] {
        var seen: Set<MessageID> = []
        var lines: [SourceMessage] = []
        let hitIds = Set(hits.map(\.id))
        for hit in hits {
            let around = (neighbours[hit.id] ?? []).filter { !hitIds.contains($0.id) } + [hit]
            for line in around.sorted(by: { $0.seq < $1.seq }) where seen.insert(line.id).inserted {
                lines.append(line)
            }
        }
        return lines
    }
}
