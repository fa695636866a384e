/// The weights of a hybrid ranking. They were chosen on the `tune` half of `fixtures/retrieval.jsonl`;
/// `spotter bench retrieval --ablate` shows what each is worth.
package struct RankingOptions: Sendable, Hashable {
    /// Weight of a message's cosine together with the one before or after it; its own cosine has weight 1.
    package var contextWeight = 1.0
    /// Weight of the share of the query's words.
    package var wordWeight = 0.2
    /// Added to messages of a person whom the query names, and to messages in their chat.
    package var nameWeight = 0.2
    /// Weight of the mean score of the best messages in its chat: where much fits, a weak line is more likely to fit.
    package var chatWeight = 0.6
    package var bestOfChat = 3
    /// Subtracted if a better ranked message has the same words.
    package var repetitionPenalty = 0.15
    /// Whether names and times are understood and cut out of what is embedded.
    package var readsNames = true
    package var readsTimes = true
    /// The cosine assumed for a message without a vector that has all words of the query.
    package var cosineOfWords = 0.35

    package init() {}

    /// Divides scores so that they are comparable with a cosine.
    var scale: Double { (1 + contextWeight) * (1 + chatWeight) }
}
