import Domain

/// Clauses that ask for an action, and clauses that ask for none, in `Vocabulary/en/en-examples.tsv`. Whoever is named in them is Alex,
/// and a point of time is "on Friday at 3".
package enum OrderExamples {
    struct Example: Sendable {
        /// `nil` if it asks for nothing.
        let kind: RequestKind?
        let text: String
    }

    static let all: [Example] = VocabularyFile(PackageResources.en_examples_tsv).entries.flatMap { name, texts in
        texts.map { Example(kind: RequestKind(rawValue: String(name)), text: String($0)) }
    }

    package static let texts = all.map(\.text)
}
