import AssistantTools
import Domain
import Messaging
import Retrieval
import TextReading

/// Whose words a question asks for: "what did Mike say about belts?", "what did I tell him about them?"
struct Speakers: Sendable {
    private let users: Set<UserID>

    init(_ understanding: QueryUnderstanding, requester: Requester) {
        users =
            understanding.asksForOwnWords
            ? [requester.user.id] : Set(understanding.people.compactMap(\.userId)).subtracting([requester.user.id])
    }

    /// What they said in words of the topic, in its order.
    func words(in evidence: [Evidence], about stems: Set<String>) -> [Evidence] {
        evidence.filter { item in
            guard users.contains(item.statement.senderId), !item.statement.text.isOnlyQuestion else { return false }
            return item.messages.contains { !ContentWords.stems(of: $0.text).isDisjoint(with: stems) }
        }
    }

    /// Whether a text has one of the stems outside of a question.
    func isAbout(_ stems: Set<String>, _ text: String) -> Bool {
        !text.isOnlyQuestion && !ContentWords.stems(of: text).isDisjoint(with: stems)
    }
}
