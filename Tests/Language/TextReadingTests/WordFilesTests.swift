import Domain
import Foundation
import TestSupport
import Testing

@testable import TextReading

/// Words of human languages are data: each can be met in a text, and whoever asks for a purpose finds words.
@Suite struct WordFilesTests {
    struct File: Sendable, CustomTestStringConvertible {
        let path: String
        var testDescription: String { path }

        var entries: [(meaning: Substring, spellings: [Substring])] {
            get throws { VocabularyFile(Array(try Data(contentsOf: Repository.root.appending(path: path)))).entries }
        }
    }

    /// Of modules whose words are looked up as `WordTable` has them.
    private static let folders = [
        "Sources/Language/TextReading", "Sources/Assistant/RequestReading", "Sources/Assistant/WebSearch",
        "Sources/Assistant/BuiltInAnswers", "Sources/Assistant/Assistant",
    ]

    private static let kinds = ["reading", "turns", "grammar", "search", "answers", "assistant"]

    static let files: [File] = folders.flatMap { folder in
        paths(in: folder).filter { path in
            kinds.contains { path.hasSuffix("-\($0).tsv") }
        }.map(File.init)
    }

    private static func paths(in folder: String) -> [String] {
        let all = FileManager.default.subpaths(atPath: Repository.root.appending(path: folder).path)
        return (all ?? []).sorted().map { "\(folder)/\($0)" }
    }

    @Test func filesAreFound() { #expect(Self.files.count > 20) }

    @Test(arguments: files)
    func everyEntryIsItsOwnFolding(_ file: File) throws {
        let entries = try file.entries
        #expect(!entries.isEmpty && Set(entries.map(\.meaning)).count == entries.count)
        for (purpose, spellings) in entries {
            #expect(Set(spellings).count == spellings.count, "\(purpose) has a word twice")
            for spelling in spellings.map(String.init) {
                #expect(TextWord.words(of: spelling).map(\.folded).joined(separator: " ") == spelling, "\(purpose)")
            }
        }
    }

    /// A purpose that is misspelt on either side would be without words, or words without a purpose.
    @Test(arguments: [
        ("Sources/Language/TextReading", "reading"), ("Sources/Assistant/WebSearch", "search"),
        ("Sources/Assistant/Assistant", "assistant"),
    ])
    func whoAsksFindsWords(folder: String, kind: String) throws {
        let known = Set(
            try Self.paths(in: folder).filter { $0.hasSuffix("-\(kind).tsv") }
                .flatMap { try File(path: $0).entries.map { String($0.meaning) } }
        )
        // Events are named in a module above.
        let users = kind == "reading" ? [folder, "Sources/Assistant/AssistantTools"] : [folder]
        let sources = try users.flatMap(Self.paths).filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: Repository.root.appending(path: $0), encoding: .utf8) }.joined()
            .replacing(/\s+/, with: " ")
        let lists = Set(sources.matches(of: /(?:Words\.of\(|table\[)"([^"\\]+)"/).map { String($0.1) })
        let kinds = Set(sources.matches(of: /\.(?:meanings|numbers)\("([^"\\]+)"/).map { String($0.1) })
        #expect(lists.subtracting(known).isEmpty && lists.count > 4)
        #expect(kinds.allSatisfy { kind in known.contains { $0.hasPrefix(kind + " ") } } && kinds.count < 3)
        let unasked = known.subtracting(lists).filter { purpose in !kinds.contains { purpose.hasPrefix($0 + " ") } }
        #expect(unasked.isEmpty)
    }
}
