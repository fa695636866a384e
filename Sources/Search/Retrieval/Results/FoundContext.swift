package import Domain
package import Messaging
package import SpotterAPI

/// The messages in a user's chats that may answer a question.
package struct FoundContext: Sendable {
    /// A message that may answer the question, with the messages around it.
    package struct Hit: Sendable, Identifiable {
        package let message: VisibleMessage
        /// The messages directly before and after it.
        package let neighbours: [VisibleMessage]
        /// The next message by another sender, if this message is a question.
        package let reply: VisibleMessage?
        /// The hybrid score, by which hits are ordered.
        package let score: Double
        /// How strongly the message by itself matches: its cosine plus the share of the topic's words. Without vectors,
        /// only that share. Unlike the score, it is comparable between questions.
        package let evidence: Double
        /// The message's own cosine with the question; `nil` without vectors.
        package var cosine: Double?
        /// What its score is made of.
        package var parts = SearchScoreParts()
        /// The cosine by the second model, on a scale of its own: about 0.79 for an unrelated text, above 0.84 for a close one
        /// in any language. `nil` if that model took no part.
        package var secondCosine: Double?

        package var id: MessageID { message.id }
    }

    /// Best first. All were readable in one snapshot.
    package var hits: [Hit] = []
    /// The approximate number of messages that were searched.
    package var searched = 0
    /// Whether nothing was said in the period that the question names, so that the hits are from outside it.
    package var isPeriodEmpty = false
    /// The share of the question's topical words that occur in any message that was compared, from 0 to 1.
    package var knownShare = 1.0
    /// Why the search was limited; `nil` if it wasn't.
    package var degraded: String?
    package var understanding: QueryUnderstanding

    package init(understanding: QueryUnderstanding) { self.understanding = understanding }

    /// Hits with their neighbours, each message once: best hit first, and the messages around it in the order of the
    /// chat.
    /// - Parameter count: the number of hits whose neighbours are included.
    package func lines(withNeighboursOfFirst count: Int) -> [VisibleMessage] {
        var seen: Set<MessageID> = []
        var lines: [VisibleMessage] = []
        let hitIds = Set(hits.map(\.id))
        for (position, hit) in hits.enumerated() {
            let neighbours = position < count ? hit.neighbours.filter { !hitIds.contains($0.id) } : []
            for line in (neighbours + [hit.message]).sorted(by: { $0.seq < $1.seq })
            where seen.insert(line.id).inserted {
                lines.append(line)
            }
        }
        return lines
    }
}
