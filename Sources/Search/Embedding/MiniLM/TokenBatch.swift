/// The token ids of several texts, contiguous and without padding.
struct TokenBatch: Sendable {
    private(set) var ids: [Int32] = []
    /// The range of each text in `ids`; never empty.
    private(set) var texts: [Range<Int>] = []
    /// The index of each text in the caller's list.
    private(set) var places: [Int] = []

    mutating func append(_ text: [Int32], place: Int) {
        places.append(place)
        texts.append(ids.count..<ids.count + text.count)
        ids.append(contentsOf: text)
    }

    /// Splits texts into batches of at most `maxTokens` tokens, or one text if that alone is longer. Texts of
    /// similar length share a batch.
    static func batches(of texts: [[Int32]], maxTokens: Int) -> [TokenBatch] {
        var batches: [TokenBatch] = []
        var current = TokenBatch()
        for place in texts.indices.sorted(by: { (texts[$0].count, $0) < (texts[$1].count, $1) }) {
            let text = texts[place]
            if !current.texts.isEmpty, current.ids.count + text.count > maxTokens {
                batches.append(current)
                current = TokenBatch()
            }
            current.append(text, place: place)
        }
        if !current.texts.isEmpty { batches.append(current) }
        return batches
    }
}
