/// A language in which Spotter knows what words carry a topic.
package enum TextLanguage: UInt8, CaseIterable, Sendable {
    case english, spanish, portuguese, german, french, swedish

    /// As locales name it.
    package var code: String {
        switch self {
        case .english: "en"
        case .spanish: "es"
        case .portuguese: "pt"
        case .german: "de"
        case .french: "fr"
        case .swedish: "sv"
        }
    }

    /// The language that has most of a text's words; English if no other has more.
    package static func of(_ words: some Sequence<TextWord>) -> TextLanguage {
        var counts = [Int](repeating: 0, count: allCases.count)
        for word in words {
            guard let mask = masks[word.folded] else { continue }
            for language in allCases where mask & language.bit != 0 { counts[Int(language.rawValue)] += 1 }
        }
        var best = TextLanguage.english
        for language in allCases where counts[Int(language.rawValue)] > counts[Int(best.rawValue)] { best = language }
        return best
    }

    package static func of(_ text: String) -> TextLanguage { of(TextWord.words(of: text)) }

    /// Whether a folded word carries no topic in this language.
    func isFunctionWord(_ folded: String) -> Bool { (Self.functionMasks[folded] ?? 0) & bit != 0 }

    private var bit: UInt8 { 1 << rawValue }

    private static let functionMasks: [String: UInt8] = LanguageWords.all.reduce(into: [:]) { masks, file in
        for word in file.value.functionWords { masks[word, default: 0] |= file.key.bit }
    }

    /// The languages of a word, whether it carries a topic or not.
    private static let masks: [String: UInt8] = LanguageWords.all.reduce(into: functionMasks) { masks, file in
        for meaning in file.value.meanings {
            masks[meaning.english, default: 0] |= english.bit
            for spelling in meaning.spellings { masks[spelling, default: 0] |= file.key.bit }
        }
    }
}
