/// What a hybrid ranking does, and how much. The values were chosen on the `tune` half of `fixtures/retrieval.jsonl`;
/// `spotter bench retrieval --ablate` shows what each is worth.
package struct RankingOptions: Sendable, Hashable {
    /// A message's cosine together with the one before or after it, beside its own.
    package var contextWeight = 1.0
    /// The share of the query's words.
    package var wordWeight = 0.2
    /// A message of a person whom the query names, or in their chat.
    package var nameWeight = 0.2
    /// The mean score of the best messages of its chat: where much fits, a weak line is more likely to as well.
    package var chatWeight = 0.6
    package var bestOfChat = 3
    /// Something better ranked has the same words.
    package var repetitionPenalty = 0.15
    /// Names and times of the query are read, and cut out of what is embedded.
    package var readsNames = true
    package var readsTimes = true
    /// What a message without a vector so far is taken for that has all words of the query.
    package var cosineOfWords = 0.35

    package init() {}

    /// Makes scores comparable with a cosine.
    var scale: Double { (1 + contextWeight) * (1 + chatWeight) }
}
