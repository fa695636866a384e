import Domain
import Foundation
import TestSupport
import Testing
import TextReading

@testable import Assistant

/// The words that leave a message to a human are data: every entry can be met in a text.
@Suite struct AutomaticVocabularyTests {
    @Test(arguments: ["en", "es", "de", "pt", "sv"])
    func everyEntryIsItsOwnFolding(language: String) throws {
        let path = Repository.root.appending(
            path: "Sources/Assistant/Assistant/Automatic/Words/\(language)-humans.tsv"
        )
        let entries = VocabularyFile(Array(try Data(contentsOf: path))).entries
        #expect(entries.map(\.meaning) == ["health", "money", "changes", "trouble"])
        for (topic, spellings) in entries {
            #expect(Set(spellings).count == spellings.count, "\(topic) has a word twice")
            for spelling in spellings {
                #expect(TextWord.words(of: String(spelling)).map(\.folded) == [String(spelling)], "\(topic)")
                #expect(AutomaticVocabulary.forHumans.contains(String(spelling)), "\(language) isn't loaded")
            }
        }
    }
}
