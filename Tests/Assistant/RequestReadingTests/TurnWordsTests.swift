import Domain
import Foundation
import TestSupport
import Testing
import TextReading

@testable import RequestReading

/// The words by which turns are read are data: every entry can be met in a text, and every purpose has its words.
@Suite struct TurnWordsTests {
    private static let folder = Repository.root.appending(path: "Sources/Assistant/RequestReading")

    @Test(arguments: ["en", "es", "de", "fr", "pt", "sv"])
    func everyEntryIsItsOwnFolding(language: String) throws {
        let path = Self.folder.appending(path: "Vocabulary/\(language)/\(language)-turns.tsv")
        let entries = VocabularyFile(Array(try Data(contentsOf: path))).entries
        #expect(entries.count > 15 && Set(entries.map(\.meaning)).count == entries.count)
        for (purpose, spellings) in entries {
            #expect(Set(spellings).count == spellings.count, "\(purpose) has a word twice")
            for spelling in spellings {
                let folded = TextWord.words(of: String(spelling)).map(\.folded).joined(separator: " ")
                #expect(folded == spelling, "\(purpose)")
            }
        }
    }

    /// A purpose that is misspelt on either side would be without words, or words without a purpose.
    @Test func everyPurposeThatIsAskedForHasWords() throws {
        let files = FileManager.default.enumerator(at: Self.folder, includingPropertiesForKeys: nil)
        let sources = try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        let asked = Set(sources.matches(of: /TurnWords\.(?:words|phrases)\("([^"\\]+)"\)/).map { String($0.1) })
        let kinds = RequestKind.allCases.map(\.rawValue)
        let verbs = Set(
            ["verb", "opening", "infinitive", "participle"].flatMap { form in kinds.map { "\(form) \($0)" } }
        )
        // Nobody wants something "reminded".
        #expect(asked.union(verbs).subtracting(["participle remind"]) == Set(TurnWords.all.keys) && asked.count > 15)
    }
}
