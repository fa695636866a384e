import Domain
import Foundation
import TestSupport
import Testing
import TextReading

@testable import BuiltInAnswers

/// The words by which questions and messages are read are data: every entry can be met in a text, and every purpose has
/// its words.
@Suite struct AnswerWordsTests {
    private static let folder = Repository.root.appending(path: "Sources/Assistant/BuiltInAnswers")

    private static func entries(_ language: String) throws -> [(meaning: Substring, spellings: [Substring])] {
        VocabularyFile(Array(try Data(contentsOf: folder.appending(path: "Words/\(language)-answers.tsv")))).entries
    }

    private static func sources() throws -> [String] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        return try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }
    }

    /// Texts are folded before they are looked up.
    @Test(arguments: ["en", "es", "pt", "de", "fr", "sv", "ar"])
    func everyEntryIsItsOwnFolding(language: String) throws {
        let entries = try Self.entries(language)
        #expect(!entries.isEmpty && Set(entries.map(\.meaning)).count == entries.count)
        for (purpose, spellings) in entries {
            #expect(Set(spellings).count == spellings.count, "\(purpose) has a word twice")
            let loaded = AnswerWords.of(String(purpose))
            for spelling in spellings.map(String.init) {
                let folded = TextWord.words(of: spelling).map(\.folded)
                #expect(folded.joined(separator: " ") == spelling, "\(purpose)")
                #expect(loaded.isIn(folded) && loaded.begin(spelling), "\(purpose) of \(language) isn't loaded")
            }
        }
    }

    /// A purpose that is misspelt on either side would be without words, or words without a purpose.
    @Test func everyPurposeThatIsAskedForHasWords() throws {
        let asked = try Self.sources().flatMap { source in
            source.matches(of: /(?:says\(|AnswerWords\.of\(|= all\[)"([^"\\]+)"[)\]]/).map { String($0.1) }
        }
        let known = try ["en", "es", "pt", "de", "fr", "sv", "ar"].flatMap {
            try Self.entries($0).map { String($0.meaning) }
        }
        #expect(Set(asked) == Set(known) && Set(asked).count > 100)
    }

    /// Three words of a language side by side are a list, which belongs into a file.
    @Test func noWordListIsLeftInCode() throws {
        let list = /"[a-zß-ÿ' ]{2,}"(?:,\s*"[a-zß-ÿ' ]{2,}"){2,}/
        for source in try Self.sources() {
            let lines = source.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            let found = lines.joined(separator: "\n").firstMatch(of: list)
            #expect(found == nil, "\(found?.output ?? "")")
        }
    }

    @Test(arguments: [
        ("who asked", "who", true), ("who asked", "does anyone run", true), ("who asked", "does anyones run", false),
        ("who asked", "does", false), ("time asked", "what time is it", true), ("time asked", "the time", false),
    ])
    func aBeginningEndsWithAWord(purpose: String, text: String, isOne: Bool) {
        #expect(AnswerWords.of(purpose).begin(text) == isOne)
    }
}
