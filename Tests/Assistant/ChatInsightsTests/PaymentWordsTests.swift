import Domain
import Foundation
import TestSupport
import Testing
import TextReading

@testable import ChatInsights

/// The words by which payments are read are data: every entry can be met in a text, and every purpose has its words.
@Suite struct PaymentWordsTests {
    private static let folder = Repository.root.appending(path: "Sources/Assistant/ChatInsights")
    private static let languages = ["en", "es", "pt", "de", "sv", "ar"]

    private static func entries(_ language: String) throws -> [(meaning: Substring, spellings: [Substring])] {
        let path = folder.appending(path: "Vocabulary/\(language)/\(language)-payments.tsv")
        return VocabularyFile(Array(try Data(contentsOf: path))).entries
    }

    @Test(arguments: languages)
    func everyEntryIsItsOwnFolding(language: String) throws {
        let entries = try Self.entries(language)
        #expect(!entries.isEmpty && Set(entries.map(\.meaning)).count == entries.count)
        for (purpose, spellings) in entries {
            #expect(Set(spellings).count == spellings.count, "\(purpose) has a word twice")
            for spelling in spellings {
                let folded = TextWord.words(of: String(spelling)).map(\.folded).joined(separator: " ")
                #expect(folded == spelling, "\(purpose)")
                #expect(PaymentWords.words(String(purpose)).contains(folded), "\(language) isn't loaded")
            }
        }
    }

    /// A purpose that is misspelt on either side would be without words, or words without a purpose.
    @Test func everyPurposeThatIsAskedForHasWords() throws {
        let files = try FileManager.default.contentsOfDirectory(
            at: Self.folder.appending(path: "Payments"),
            includingPropertiesForKeys: nil
        )
        let asked = try files.flatMap { file in
            try String(contentsOf: file, encoding: .utf8)
                .matches(of: /(?:says\(|words\(|= all\[)"([^"\\]+)"[)\]]/).map { String($0.1) }
        }
        let known = try Self.languages.flatMap { try Self.entries($0).map { String($0.meaning) } }
        #expect(Set(asked).union((1...12).map { "month \($0)" }) == Set(known))
    }

    @Test func aSearchTakesAllWords() { #expect((1...32).contains(PaymentWords.search.count)) }

    @Test(arguments: [("march", 3), ("enero", 1), ("juni", 6), ("dezember", 12), ("monday", nil)] as [(String, Int?)])
    func monthsHaveNumbers(name: String, number: Int?) { #expect(PaymentWords.months[name] == number) }
}
