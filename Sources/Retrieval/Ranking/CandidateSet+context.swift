import Domain
import Messaging

extension CandidateSet {
    /// The cosine of two messages that follow each other, read as one text: the better of with the one before and with
    /// the one after. A line of a chat seldom says all that it means; both halves of a dialogue together do.
    ///
    /// An encoder that takes the mean over a text's tokens gives nearly the mean of its parts' vectors, so that this needs
    /// no vectors of its own, and nothing of a deleted neighbour is kept. Texts are weighted by the square roots of their
    /// lengths: better than by the lengths themselves on chat lines, and far better than equally.
    func context(of message: VisibleMessage) -> Double? {
        guard let own = similarities[message.id] else { return nil }
        let pairs = (neighbours[message.id]?.all ?? []).compactMap { neighbour -> Double? in
            guard let other = similarities[neighbour.id] else { return nil }
            return Self.together(own, message.text.utf8.count, other, neighbour.text.utf8.count)
        }
        return pairs.max() ?? own.whole
    }

    private static func together(_ one: Similarity, _ length: Int, _ other: Similarity, _ otherLength: Int) -> Double {
        let (a, b) = (Double(max(1, length)).squareRoot(), Double(max(1, otherLength)).squareRoot())
        let norm = (a * a + b * b + 2 * a * b * dotProduct(one.vector, other.vector)).squareRoot()
        return norm > 1e-9 ? (a * one.whole + b * other.whole) / norm : 0
    }
}
