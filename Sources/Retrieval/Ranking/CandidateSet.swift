import Domain

/// Messages that a hybrid ranking chooses from, and what is known of them.
struct CandidateSet: Sendable {
    /// A message and those around it.
    struct Neighbours: Sendable {
        var before: FoundMessage?
        var after: FoundMessage?
    }

    var messages: [MessageID: FoundMessage] = [:]
    var places: [MessageID: Neighbours] = [:]
    /// By the words of the query, BM25.
    var texts: [MessageID: Double] = [:]
    var similarities: [MessageID: Similarity] = [:]

    /// All whose vectors are of use.
    var compared: [(message: MessageID, chat: ChatID)] {
        var all: [MessageID: ChatID] = [:]
        for message in messages.values { all[message.id] = message.chatId }
        for place in places.values {
            for message in [place.before, place.after].compactMap({ $0 }) { all[message.id] = message.chatId }
        }
        return all.map { ($0.key, $0.value) }
    }

    /// What stands beside something near may be meant itself: the answer to a question, the rest of a thought.
    mutating func addNeighbours() {
        for (id, place) in places {
            guard let message = messages[id] else { continue }
            if let before = place.before, before.isIncluded, messages[before.id] == nil {
                messages[before.id] = before
                places[before.id, default: Neighbours()].after = message
            }
            if let after = place.after, after.isIncluded, messages[after.id] == nil {
                messages[after.id] = after
                places[after.id, default: Neighbours()].before = message
            }
        }
    }
}
