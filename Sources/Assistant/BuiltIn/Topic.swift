import Domain
import Foundation
import Messaging
import Retrieval

/// The topic of a question, and the kind of answer it requests.
struct Topic: Sendable {
    /// The minimum evidence of a message that shares a word with the topic.
    static let minEvidence = 0.25
    /// The evidence that suffices for any number of messages: no unrelated message reaches it.
    static let sureEvidence = 0.42
    /// The share of the topic's words that a message needs if only words were searched.
    static let minWordShare = 0.34

    /// The minimum evidence of a message that shares no word with the topic: more than the best of this many unrelated
    /// messages reaches. Measured with MiniLM: 0.2 among 16, 0.39 among 10 000, about 0.07 more for each factor of ten.
    static func minEvidence(amongUnrelated messages: Int) -> Double {
        let noise = 0.12 + 0.0675 * log10(Double(max(10, messages)))
        return min(max(noise + 0.05, 0.26), sureEvidence)
    }

    let stems: Set<String>
    let asksWho: Bool
    let asksForNumber: Bool
    /// Whether the user asks about themselves.
    let isAboutUser: Bool

    init(_ question: String, _ understanding: QueryUnderstanding) {
        stems = understanding.topicStems
        let words = TextWord.words(of: question).map(\.folded)
        let phrase = words.joined(separator: " ")
        asksWho =
            ["who", "who's", "which"].contains(words.first ?? "") || phrase.hasPrefix("anyone ")
            || phrase.hasPrefix("does anyone") || phrase.hasPrefix("has anyone") || phrase.hasPrefix("is anyone")
        asksForNumber =
            phrase.contains("how many") || phrase.contains("how much") || phrase.contains("what weight")
        isAboutUser = words.contains("i") || words.contains("my")
    }

    func isMet(by hit: FoundContext.Hit, in found: FoundContext) -> Bool {
        // "What did Sara say last week?" has no topic: every message found by person and time answers it.
        guard !stems.isEmpty else { return true }
        if found.degraded != nil { return hit.evidence >= Self.minWordShare }
        let sharesWord = !ContentWords.stems(of: hit.message.text).isDisjoint(with: stems)
        return hit.evidence >= (sharesWord ? Self.minEvidence : Self.minEvidence(amongUnrelated: found.searched))
    }
}
