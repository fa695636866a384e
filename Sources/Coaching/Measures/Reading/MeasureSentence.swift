import Domain

/// A word, phrase, number or mark, with what it means in the sentence's language.
struct MeasureItem: Sendable {
    let token: MeasureToken
    let meanings: [MeasureWord]
    let isJoined: Bool

    func has(_ word: MeasureWord.Plain) -> Bool { meanings.contains(.plain(word)) }
    func isMark(_ character: Character) -> Bool { token.isMark(character) }

    /// A number in digits or in words.
    var number: MeasureNumber? {
        if let number = token.number { return number }
        for case .number(let value) in meanings { return MeasureNumber(value) }
        return nil
    }

    var kinds: [MeasureKind] {
        meanings.compactMap { if case .kind(let kind) = $0 { kind } else { nil } }
    }
    var unit: String? {
        for case .unit(let unit) in meanings { return unit }
        return nil
    }
    var lift: String? {
        for case .lift(let name) in meanings { return name }
        return nil
    }
    var place: String? {
        for meaning in meanings {
            switch meaning {
            case .place(let name), .painPlace(let name): return name
            default: continue
            }
        }
        return nil
    }
    var isPain: Bool {
        meanings.contains { if case .painPlace = $0 { true } else { $0 == .plain(.pain) } }
    }
    var isDay: Bool {
        meanings.contains { word in
            switch word {
            case .day, .weekday, .plain(.lastnight), .plain(.morning): true
            default: false
            }
        }
    }
    /// Words that may stand between a measure and its value.
    var isFiller: Bool {
        if isDay || has(.filler) || has(.self) || has(.hedge) || has(.at) || has(.word) { return true }
        guard case .mark(let mark) = token.content else { return false }
        return ":=~-–—*•≈👍".contains(mark)
    }
}

/// A sentence as the rules see it.
struct MeasureSentence: Sendable {
    let items: [MeasureItem]
    /// As it was cut.
    let tokens: [MeasureToken]
    let isQuestion: Bool
    let language: String
    /// Where clauses begin; the first is 0.
    let clauseStarts: [Int]
    /// What each item says about the person and the time, once the sentence has been read up to it.
    let isOwn: [Bool]
    let isReal: [Bool]

    /// How well the language knows the words of the message. Those that name a measure count for more.
    static func words(known vocabulary: MeasureVocabulary, in sentences: [MeasureLexer.Sentence]) -> Int {
        sentences.reduce(0) { sum, sentence in
            var (index, known) = (0, 0)
            while index < sentence.tokens.count {
                let match = vocabulary.match(sentence.tokens, at: index)
                known += match.map { $0.length + 2 * ($0.meanings.contains { $0.isTelling } ? 1 : 0) } ?? 0
                index += max(1, match?.length ?? 1)
            }
            return sum + known
        }
    }

    init(_ sentence: MeasureLexer.Sentence, _ vocabulary: MeasureVocabulary) {
        var items: [MeasureItem] = []
        var index = 0
        while index < sentence.tokens.count {
            let token = sentence.tokens[index]
            let match = vocabulary.match(sentence.tokens, at: index)
            items.append(MeasureItem(token: token, meanings: match?.meanings ?? [], isJoined: token.isJoined))
            index += match?.length ?? 1
        }
        self.items = items
        tokens = sentence.tokens
        language = vocabulary.language
        isQuestion = sentence.isQuestion || items.first?.has(.question) == true
        clauseStarts = Self.clauseStarts(of: items)
        (isOwn, isReal) = Self.states(of: items, clauseStarts)
    }

    /// The clause in which an item stands.
    func clause(of index: Int) -> Range<Int> {
        let start = clauseStarts.last { $0 <= index } ?? 0
        return start..<(clauseStarts.first { $0 > index } ?? items.count)
    }

    private static func clauseStarts(of items: [MeasureItem]) -> [Int] {
        var starts = [0]
        for (index, item) in items.enumerated() where index > 0 {
            let isBreak: Bool =
                switch item.token.content {
                case .mark(let mark): ",()|–—".contains(mark) || (mark == "-" && !item.isJoined)
                default: item.has(.conj)
                }
            if isBreak { starts.append(index) }
        }
        return starts
    }

    private static func states(of items: [MeasureItem], _ starts: [Int]) -> (own: [Bool], real: [Bool]) {
        var (own, real) = (Array(repeating: true, count: items.count), Array(repeating: true, count: items.count))
        var (isOwn, isReal, isSupposed) = (true, true, false)
        for (number, start) in starts.enumerated() {
            let range = start..<(starts.indices.contains(number + 1) ? starts[number + 1] : items.count)
            let clause = items[range]
            if clause.contains(where: { $0.has(.goal) || $0.has(.future) || $0.has(.vague) }) {
                isReal = false
            } else if clause.contains(where: { $0.has(.self) || $0.has(.at) || $0.isDay }) {
                isReal = true
            }
            for index in range {
                let item = items[index]
                if item.has(.suppose) { isSupposed = true }
                if item.has(.self) || item.has(.at) { isOwn = true }
                if isOther(index, in: items), !isCompany(index, in: items) { isOwn = false }
                own[index] = isOwn
                real[index] = isReal && !isSupposed
            }
            // "80 kg is what my wife weighs"
            if let last = range.last, !own[last] { for index in range { own[index] = false } }
        }
        return (own, real)
    }

    private static func isOther(_ index: Int, in items: [MeasureItem]) -> Bool {
        let item = items[index]
        if item.has(.other) { return true }
        guard item.token.isCapitalized, let next = items[safe: index + 1] else { return false }
        // "Tom's weight"
        if next.isJoined, next.token.plain == "s", item.meanings.isEmpty { return true }
        // "Anna ran 5 km"
        let startsClause = index == 0 || items[index - 1].token.plain == nil
        guard startsClause, item.meanings.isEmpty, !next.token.isCapitalized else { return false }
        return next.has(.ran) || next.kinds.contains(.weight) || next.kinds.contains(.sleep)
    }

    /// "ran 10k with my brother": somebody else is there, and the value is one's own.
    private static func isCompany(_ index: Int, in items: [MeasureItem]) -> Bool {
        items[max(0, index - 2)..<index].contains { $0.has(.with) }
    }
}
