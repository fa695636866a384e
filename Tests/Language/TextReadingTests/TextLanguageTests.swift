import Testing

@testable import TextReading

/// The words of several languages, and which of them carry a topic.
@Suite struct TextLanguageTests {
    @Test(arguments: [
        ("What did Rosa say about her knee?", TextLanguage.english), ("¿Qué dijo Rosa de la rodilla?", .spanish),
        ("o ombro já está bom, nem me lembro dele", .portuguese),
        ("Rücken immer noch zickig, aber schlafen geht", .german),
        ("j'ai mal au genou depuis lundi", .french), ("jag har ont i knät", .swedish), ("", .english),
        ("OK 👍", .english),
        ("I was in the gym, no die-hard fan", .english),
    ])
    func aTextHasALanguage(text: String, language: TextLanguage) { #expect(TextLanguage.of(text) == language) }

    @Test func languagesOfTextsAreRemembered() {
        let languages = TextLanguages(capacity: 10)
        for _ in 0..<3 {
            #expect(languages.language(of: "me duele la rodilla") == .spanish)
            #expect(languages.language(of: "my knee hurts") == .english)
        }
        #expect(languages.count == 2)
        for number in 0..<100 { _ = languages.language(of: "my knee hurts \(number)") }
        #expect(languages.count <= 10)
    }

    @Test(arguments: [
        ("¿Cuándo es la boda de José?", ["boda", "jose"]), ("was hat sie über das Knie gesagt", ["knie"]),
        ("what did she say about the knee", ["knee"]),
    ])
    func functionWordsOfItsLanguageCarryNoTopic(text: String, stems: [String]) {
        let words = TextWord.words(of: text)
        #expect(ContentWords.stems(of: words, in: TextLanguage.of(words)) == Set(stems))
    }

    /// Texts are folded before they are looked up, so a spelling that isn't its own folding would never be found.
    @Test(arguments: TextLanguage.allCases)
    func everySpellingIsFolded(language: TextLanguage) throws {
        let file = try #require(LanguageWords.all[language])
        #expect(!file.functionWords.isEmpty)
        for spelling in file.functionWords.union(file.meanings.flatMap(\.spellings)) {
            #expect(TextWord.words(of: spelling).map(\.folded).joined(separator: " ") == spelling)
        }
    }
}
