/// English words without their endings (Porter 1980, https://tartarus.org/martin/PorterStemmer/), in the form that FTS5's
/// tokenizer `porter` gives them: words of 3 to 64 bytes, where whatever isn't an ASCII letter counts as a consonant.
struct PorterStemmer {
    private var word: [UInt8]

    static func stem(_ word: String) -> String {
        guard (3...64).contains(word.utf8.count) else { return word }
        var stemmer = PorterStemmer(word: Array(word.utf8))
        stemmer.run()
        return String(decoding: stemmer.word, as: UTF8.self)
    }

    private mutating func run() {
        removePlural()
        if removePast() { repairPast() }
        if ends(with: "y"), hasVowel(word.count - 1) { word[word.count - 1] = UInt8(ascii: "i") }
        replace(Self.step2) { $0.measure($1) > 0 }
        replace(Self.step3) { $0.measure($1) > 0 }
        replace(Self.step4) { stemmer, count in
            guard stemmer.measure(count) > 1 else { return false }
            // "ion" only after s or t.
            guard stemmer.ends(with: "ion") else { return true }
            return [UInt8(ascii: "s"), UInt8(ascii: "t")].contains(stemmer.word[count - 1])
        }
        removeFinalE()
        if ends(with: "ll"), measure(word.count - 1) > 1 { word.removeLast() }
    }

    // MARK: Steps

    private mutating func removePlural() {
        guard ends(with: "s"), word.count > 1 else { return }
        if ends(with: "sses") && word.count > 4 || ends(with: "ies") && word.count > 3 {
            word.removeLast(2)
        } else if !ends(with: "ss") {
            word.removeLast()
        }
    }

    /// - Returns: whether the stem may need an ending.
    private mutating func removePast() -> Bool {
        if ends(with: "eed"), word.count > 3 {
            if measure(word.count - 3) > 0 { word.removeLast() }
            return false
        }
        for ending in ["ed", "ing"] where ends(with: ending) && word.count > ending.utf8.count {
            guard hasVowel(word.count - ending.utf8.count) else { return false }
            word.removeLast(ending.utf8.count)
            return true
        }
        return false
    }

    private mutating func repairPast() {
        for ending in ["at", "bl", "iz"] where ends(with: ending) && word.count > 2 {
            word.append(UInt8(ascii: "e"))
            return
        }
        guard let last = word.last else { return }
        if word.count > 1, !Self.isVowel(last), last == word[word.count - 2],
            ![UInt8(ascii: "l"), UInt8(ascii: "s"), UInt8(ascii: "z")].contains(last)
        {
            word.removeLast()
        } else if measure(word.count) == 1, endsShort(word.count) {
            word.append(UInt8(ascii: "e"))
        }
    }

    private mutating func removeFinalE() {
        guard ends(with: "e") else { return }
        let count = word.count - 1
        let measure = measure(count)
        if measure > 1 || measure == 1 && !endsShort(count) { word.removeLast() }
    }

    /// Without labels, with which an array would be cast at each use.
    private typealias Ending = (String, String)

    private static let step2: [Ending] = [
        ("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("logi", "log"),
        ("bli", "ble"), ("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"),
        ("ation", "ate"), ("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"),
        ("ousness", "ous"), ("aliti", "al"), ("iviti", "ive"), ("biliti", "ble"),
    ]

    private static let step3: [Ending] = [
        ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", ""),
    ]

    private static let step4: [Ending] = [
        ("al", ""), ("ance", ""), ("ence", ""), ("er", ""), ("ic", ""), ("able", ""), ("ible", ""), ("ant", ""),
        ("ement", ""), ("ment", ""), ("ent", ""), ("ion", ""), ("ou", ""), ("ism", ""), ("ate", ""), ("iti", ""),
        ("ous", ""), ("ive", ""), ("ize", ""),
    ]

    /// Replaces the first ending that the word has, if what is before it allows that.
    private mutating func replace(
        _ endings: [Ending],
        if isAllowed: (PorterStemmer, _ count: Int) -> Bool
    ) {
        for (ending, replacement) in endings where ends(with: ending) && word.count > ending.utf8.count {
            let count = word.count - ending.utf8.count
            guard isAllowed(self, count) else { return }
            word.removeLast(ending.utf8.count)
            word.append(contentsOf: replacement.utf8)
            return
        }
    }

    // MARK: Letters

    private func ends(with ending: String) -> Bool {
        word.last == ending.utf8.last && word.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }

    /// Whether the letter is a vowel; "y" is one after a consonant.
    private static func isVowel(_ letter: UInt8, afterConsonant: Bool = false) -> Bool {
        switch letter {
        case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"): true
        case UInt8(ascii: "y"): afterConsonant
        default: false
        }
    }

    private func hasVowel(_ count: Int) -> Bool {
        word.prefix(count).enumerated().contains { Self.isVowel($0.element, afterConsonant: $0.offset > 0) }
    }

    /// How often a consonant follows a vowel in the first letters.
    private func measure(_ count: Int) -> Int {
        var (changes, isConsonant) = (0, false)
        for (index, letter) in word.prefix(count).enumerated() {
            let wasConsonant = isConsonant
            isConsonant = !Self.isVowel(letter, afterConsonant: wasConsonant)
            if index > 0, isConsonant, !wasConsonant { changes += 1 }
        }
        return changes
    }

    /// Whether the first letters end with consonant, vowel, consonant, the last of which isn't w, x or y.
    private func endsShort(_ count: Int) -> Bool {
        guard count > 0, ![UInt8(ascii: "w"), UInt8(ascii: "x"), UInt8(ascii: "y")].contains(word[count - 1]) else {
            return false
        }
        var (pattern, isConsonant) = (0, false)
        for letter in word.prefix(count) {
            isConsonant = !Self.isVowel(letter, afterConsonant: isConsonant)
            pattern = pattern << 1 & 7 | (isConsonant ? 1 : 0)
        }
        return pattern == 5
    }
}
