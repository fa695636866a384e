package import Domain
package import Messaging

/// What the chats of a user hold on a question.
package struct FoundContext: Sendable {
    /// A message that may answer, with what was said around it.
    package struct Hit: Sendable, Identifiable {
        package let message: VisibleMessage
        /// What was said right before and after it.
        package let neighbours: [VisibleMessage]
        /// If the message is a question, what somebody else said next.
        package let reply: VisibleMessage?
        /// The hybrid score, which hits are ordered by.
        package let score: Double
        /// How much speaks for the message by itself: its cosine, and the share of the topic's words on top. Without
        /// vectors it's that share alone. Unlike the score it can be compared between questions.
        package let evidence: Double

        package var id: MessageID { message.id }
    }

    /// Best first. All were readable in one snapshot.
    package var hits: [Hit] = []
    /// Roughly how many messages they were found among.
    package var searched = 0
    /// Why the search is less than it could be.
    package var degraded: String?
    package var understanding: QueryUnderstanding

    package init(understanding: QueryUnderstanding) { self.understanding = understanding }

    /// Hits with their neighbours, each once: best hit first, and in the order of its chat around each.
    ///
    /// - Parameter count: how many of the hits bring their neighbours along.
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
