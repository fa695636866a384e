/// What kind of text a request wants.
package enum RequestStyle {
    package static func composes(_ words: [String], _ cue: RequestReader.Cue) -> Bool {
        words[cue.words].contains(where: composing.contains) || words.contains(where: manners.contains)
            || zip(words, words.dropFirst()).contains { $0 == "in" && languages.contains($1) }
    }

    package static func relays(_ words: [String]) -> Bool { words.contains(where: relaying.contains) }

    package static func isBulk(_ words: [String]) -> Bool { words.contains(where: bulk.contains) }

    private static let composing = TurnWords.words("style composing")
    private static let manners = TurnWords.words("style manner")
    private static let relaying = TurnWords.words("style relaying")
    private static let languages = TurnWords.words("style language")
    private static let bulk = TurnWords.words("style bulk")
}
