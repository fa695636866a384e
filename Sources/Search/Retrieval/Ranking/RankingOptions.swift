/// The weights of a hybrid ranking. They were chosen on the `tune` half of `fixtures/retrieval.jsonl`. `spotter bench
/// retrieval --ablate` shows how much each contributes.
package struct RankingOptions: Sendable, Hashable {
    /// Weight of a message's cosine together with the message before or after it. Its own cosine has weight 1.
    package var contextWeight = 1.0
    /// Weights of the second model's cosines, of a message alone and together with a neighbour. They're high because these
    /// cosines differ by a quarter of the first model's.
    package var secondWeight = 2.0
    package var secondContextWeight = 2.0
    /// The second model's median cosine. It is subtracted, so that scores stay on the scale of the first model's.
    package var secondCentre = 0.79
    /// Subtracted from what the asker wrote, which often repeats the question, if a trainer asks and the second model takes
    /// part: without that model it would lower as many right answers as wrong ones.
    package var ownPenalty = 0.05
    /// Weight of the share of the query's words that a message has.
    package var wordWeight = 0.2
    /// Weight of the BM25 scores of the messages before and after, in a search by words.
    package var wordContextWeight = 0.2
    /// Added to messages of a person whom the query names, and to messages in their direct chat.
    package var nameWeight = 0.2
    /// Weight of the mean score of the best messages in the same chat: among many matches, a weak one is more likely to
    /// be relevant.
    package var chatWeight = 0.6
    package var bestOfChat = 3
    /// Subtracted if a higher ranked message has the same words.
    package var repetitionPenalty = 0.15
    /// Whether names and times are recognised and removed from the text that is embedded.
    package var readsNames = true
    package var readsTimes = true
    /// The cosine assumed for a message without a vector that contains all words of the query.
    package var cosineOfWords = 0.35
    /// In more messages than these, those that pass a narrow filter are listed first.
    package var manyMessages: Int64 = 50_000

    package init() {}

    /// The cosine by the first model that goes with one by the second, for texts that only the second understands. Of English
    /// texts the first one's cosines differ three times as much.
    func expectedCosine(_ second: Double) -> Double { 0.12 + 3 * (second - secondCentre) }

    /// Scores are divided by this, so that they are comparable with a cosine.
    var scale: Double { (1 + contextWeight) * (1 + chatWeight) }
}
