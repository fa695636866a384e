import Domain
import Messaging

extension CandidateSet {
    /// The cosine of two consecutive messages, read as one text: the higher one of those with the message before and
    /// with the message after. A single line of a chat rarely contains its whole meaning; the two parts of a dialogue
    /// together do.
    ///
    /// An encoder that averages over a text's tokens gives approximately the mean of its parts' vectors. So this needs
    /// no vectors of its own, and no trace of a deleted neighbour is kept. Texts are weighted by the square roots of
    /// their lengths: on chat lines this is better than by the lengths, and far better than equal weights.
    ///
    /// - Parameter similarities: of one model.
    func context(of message: VisibleMessage, _ similarities: [MessageID: Similarity]) -> Double? {
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
