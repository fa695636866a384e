import Domain
package import TextReading

/// What the assistant says by itself, in one language, from the files `Words/*-sentences.tsv`.
package struct AssistantSentences: Sendable {
    private let texts: TextTemplates
    /// From Sunday on.
    let weekdays: [String]
    /// Abbreviated, from January on.
    let months: [String]

    package static let english = AssistantSentences(PackageResources.en_sentences_tsv)
    package static let all: [TextLanguage: AssistantSentences] = [
        .english: english, .spanish: AssistantSentences(PackageResources.es_sentences_tsv),
    ]

    /// English for languages that there are no sentences of.
    package static func of(_ language: TextLanguage) -> AssistantSentences { all[language] ?? english }

    private init(_ bytes: [UInt8]) {
        texts = TextTemplates(bytes)
        weekdays = texts.text(AssistantSentence.weekdays.rawValue).split(separator: " ").map(String.init)
        months = texts.text(AssistantSentence.monthNames.rawValue).split(separator: " ").map(String.init)
    }

    /// - Parameter values: by the names of their places.
    package func callAsFunction(_ sentence: AssistantSentence, _ values: [String: String] = [:]) -> String {
        texts.text(sentence.rawValue, values)
    }

    /// As it stands in the file.
    package subscript(sentence: AssistantSentence) -> String? { texts[sentence.rawValue] }
}
