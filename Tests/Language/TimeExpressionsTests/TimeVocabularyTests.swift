import Domain
import Foundation
import TestSupport
import Testing

@testable import TimeExpressions

/// The words are data: every entry of every file is written as it is looked up, is known, and can be found.
@Suite struct TimeVocabularyTests {
    static let languages: [(file: String, vocabulary: TimeVocabulary)] = [
        ("en", .english), ("es", .spanish), ("fr", .french), ("de", .german), ("pt", .portuguese), ("sv", .swedish),
    ]
    private static let module = Repository.root.appending(path: "Sources/Language/TimeExpressions")

    private static func file(_ path: String) throws -> VocabularyFile {
        VocabularyFile(Array(try Data(contentsOf: module.appending(path: "Vocabulary/\(path)"))))
    }

    @Test(arguments: languages.map(\.file))
    func everyEntryIsItsOwnFoldingAndReachable(language: String) throws {
        let vocabulary = try #require(Self.languages.first { $0.file == language }?.vocabulary)
        let entries = try Self.file("\(language)/\(language)-times.tsv").entries
        #expect(entries.count > 150)
        for (meaning, spellings) in entries {
            #expect(Set(spellings).count == spellings.count, "\(meaning) has a spelling twice")
            for spelling in spellings.map(String.init) {
                #expect(TimeLexer.folded(spelling) == spelling)
                guard meaning != TimeVocabulary.frequent, meaning != TimeVocabulary.correct else { continue }
                let word = try #require(TimeWord(meaning), "\(meaning)")
                let tokens = TimeVocabulary.annotate(TimeLexer.tokens(of: spelling), with: [vocabulary])
                #expect(tokens.count == 1 && tokens[0].meanings.contains(word), "\(spelling) isn't \(meaning)")
            }
        }
    }

    @Test func everyZoneIsKnownAndEveryNameFound() throws {
        let entries = try Self.file("zones.tsv").entries
        #expect(entries.count > 100)
        for (meaning, names) in entries {
            let parts = meaning.split(separator: " ").map(String.init)
            for name in names.map(String.init) {
                switch parts.first {
                case "abbreviation": #expect(ZoneNames.all.abbreviations[name] != nil && TimeLexer.folded(name) == name)
                case "ordinary":
                    #expect(ZoneNames.all.places[name] != nil || ZoneNames.all.abbreviations[name] != nil, "\(name)")
                default:
                    #expect(TimeZone(identifier: String(meaning)) != nil, "\(meaning)")
                    #expect(ZoneNames.all.places[name] == String(meaning), "\(name) is of two zones")
                    #expect(TimeLexer.folded(name) == name)
                }
            }
        }
    }

    /// Three words of a language side by side are a list, which belongs into a file.
    @Test func noWordListIsLeftInCode() throws {
        let list = /"[a-zß-ÿ' ]{3,}"(,\s*"[a-zß-ÿ' ]{3,}"){2,}/
        let found = FileManager.default.enumerator(at: Self.module, includingPropertiesForKeys: nil)
        let files = (found?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
        #expect(files.count > 30)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            let code = text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            #expect(!code.contains { $0.firstMatch(of: list) != nil }, "\(file.lastPathComponent)")
        }
    }
}
