import Domain
import Messaging

/// The messages that a search may rank, with the data for ranking them.
struct CandidateSet: Sendable {
    /// The messages directly before and after a message in its chat.
    struct Neighbours: Sendable {
        var before: VisibleMessage?
        var after: VisibleMessage?

        /// The first later message by another sender. Only read for an answer's context, and after a question.
        var reply: VisibleMessage?

        var all: [VisibleMessage] { [before, after].compactMap { $0 } }
    }

    var messages: [MessageID: VisibleMessage] = [:]
    /// For candidates that were added as neighbours, only the side from which they were added is known.
    var neighbours: [MessageID: Neighbours] = [:]
    /// Both sides of every candidate. Only read for an answer's context.
    var surroundings: [MessageID: Neighbours] = [:]
    /// BM25 scores of the messages that share a word with the query.
    var textScores: [MessageID: Double] = [:]
    var similarities: [MessageID: Similarity] = [:]
    /// By the second model. Empty unless every message with a similarity has one by this model, too: what it adds to some
    /// scores only would be no order.
    private(set) var secondSimilarities: [MessageID: Similarity] = [:]

    mutating func addSecond(_ second: [MessageID: Similarity]) {
        secondSimilarities = similarities.keys.allSatisfy { second[$0] != nil } ? second : [:]
    }

    /// All messages whose vectors are compared with the query.
    var compared: [(message: MessageID, chat: ChatID)] {
        var all: [MessageID: ChatID] = [:]
        for message in messages.values { all[message.id] = message.chatId }
        for message in neighbours.values.flatMap(\.all) { all[message.id] = message.chatId }
        return all.map { ($0.key, $0.value) }
    }

    /// The sum of the BM25 scores of the messages before and after a message.
    func wordsAround(_ message: VisibleMessage) -> Double {
        (neighbours[message.id]?.all ?? []).reduce(0) { $0 + (textScores[$1.id] ?? 0) }
    }

    /// Adds neighbours as candidates too: the answer to a question, or the rest of a thought, is next to a similar
    /// message.
    mutating func addNeighbours(passing filter: SearchFilter) {
        let found = messages
        for (id, around) in neighbours {
            guard let message = found[id] else { continue }
            // A message between two that were found has both as neighbours, whichever is looked at first.
            if let before = around.before, found[before.id] == nil, filter.includes(before) {
                messages[before.id] = before
                neighbours[before.id, default: Neighbours()].after = message
            }
            if let after = around.after, found[after.id] == nil, filter.includes(after) {
                messages[after.id] = after
                neighbours[after.id, default: Neighbours()].before = message
            }
        }
    }
}
