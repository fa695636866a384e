import Domain
import Foundation
import TestSupport
import Testing
import TextReading

@testable import ChatInsights

/// The words by which chats are read are data: every entry can be met in a text, and every purpose has its words.
@Suite struct InsightVocabularyTests {
    private static let folder = Repository.root.appending(path: "Sources/Assistant/ChatInsights")

    private static func entries(_ path: String) throws -> [(meaning: Substring, spellings: [Substring])] {
        VocabularyFile(Array(try Data(contentsOf: folder.appending(path: "Vocabulary/\(path)")))).entries
    }

    @Test(arguments: ["en/en-actions.tsv", "es/es-actions.tsv", "en/en-insights.tsv", "es/es-insights.tsv"])
    func everyEntryIsReadAsItIsWritten(path: String) throws {
        let entries = try Self.entries(path)
        #expect(entries.count > 20 && Set(entries.map(\.meaning)).count == entries.count)
        for (purpose, spellings) in entries {
            #expect(Set(spellings).count == spellings.count, "\(purpose) has a word twice")
            for spelling in spellings {
                let read = SpokenText(String(spelling)).words.map(\.word).joined(separator: " ")
                #expect(read == spelling, "\(purpose)")
            }
        }
    }

    @Test func bothLanguagesHaveTheSamePurposes() throws {
        let purposes = try ["en/en-actions.tsv", "es/es-actions.tsv"].map { Set(try Self.entries($0).map(\.meaning)) }
        // Spanish has no question about an ability that looks like a request.
        #expect(purposes[0].subtracting(purposes[1]) == ["abilities"] && purposes[1].isSubset(of: purposes[0]))
    }

    /// A purpose that is misspelt on either side would be without words, or words without a purpose.
    @Test func everyPurposeThatIsAskedForHasWords() throws {
        let files = FileManager.default.enumerator(at: Self.folder, includingPropertiesForKeys: nil)
        let sources = try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        let asked = Set(
            sources.matches(of: /InsightWords\.(?:words|phrases|spellings)\("([^"]+)"\)/).map { String($0.1) }
        )
        #expect(asked == Set(InsightWords.all.keys) && asked.count > 30)
    }
}
