import Domain
import Messaging

/// The messages that a search may rank, and what is known of each.
struct CandidateSet: Sendable {
    /// The messages right before and after another in its chat.
    struct Neighbours: Sendable {
        var before: VisibleMessage?
        var after: VisibleMessage?

        /// The first message after it that another sender wrote; only read for an answer's context, and after a question.
        var reply: VisibleMessage?

        var all: [VisibleMessage] { [before, after].compactMap { $0 } }
    }

    var messages: [MessageID: VisibleMessage] = [:]
    /// Of candidates that became ones as neighbours, only the side that led to them is known.
    var neighbours: [MessageID: Neighbours] = [:]
    /// Both sides of every candidate; only read for an answer's context.
    var surroundings: [MessageID: Neighbours] = [:]
    /// BM25 scores of those that share a word with the query.
    var textScores: [MessageID: Double] = [:]
    var similarities: [MessageID: Similarity] = [:]

    /// All messages whose vectors the ranking compares with the query.
    var compared: [(message: MessageID, chat: ChatID)] {
        var all: [MessageID: ChatID] = [:]
        for message in messages.values { all[message.id] = message.chatId }
        for message in neighbours.values.flatMap(\.all) { all[message.id] = message.chatId }
        return all.map { ($0.key, $0.value) }
    }

    /// Makes neighbours candidates too: beside a near message stands the answer to a question, or the rest of a thought.
    mutating func addNeighbours(passing filter: SearchFilter) {
        for (id, around) in neighbours {
            guard let message = messages[id] else { continue }
            if let before = around.before, filter.includes(before), messages[before.id] == nil {
                messages[before.id] = before
                neighbours[before.id, default: Neighbours()].after = message
            }
            if let after = around.after, filter.includes(after), messages[after.id] == nil {
                messages[after.id] = after
                neighbours[after.id, default: Neighbours()].before = message
            }
        }
    }
}
