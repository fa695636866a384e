/// Several texts' token ids, one after the other without padding.
struct TokenBatch: Sendable {
    private(set) var ids: [Int32] = []
    /// Where each text's tokens lie in `ids`; never empty.
    private(set) var texts: [Range<Int>] = []
    /// Which of the caller's texts they are.
    private(set) var places: [Int] = []

    mutating func append(_ text: [Int32], place: Int) {
        places.append(place)
        texts.append(ids.count..<ids.count + text.count)
        ids.append(contentsOf: text)
    }

    /// Splits texts into batches of at most `maximumTokens` tokens, or one text where that alone is longer; texts of
    /// like length stand together.
    static func batches(of texts: [[Int32]], maximumTokens: Int) -> [TokenBatch] {
        var batches: [TokenBatch] = []
        var current = TokenBatch()
        for place in texts.indices.sorted(by: { (texts[$0].count, $0) < (texts[$1].count, $1) }) {
            let text = texts[place]
            if !current.texts.isEmpty, current.ids.count + text.count > maximumTokens {
                batches.append(current)
                current = TokenBatch()
            }
            current.append(text, place: place)
        }
        if !current.texts.isEmpty { batches.append(current) }
        return batches
    }
}
