import Domain
import Foundation
import TestSupport
import Testing
import TextReading

@testable import RequestReading

/// The words by which turns and requests are read are data: every entry can be met in a text, and every purpose has its words.
@Suite struct TurnWordsTests {
    private static let folder = Repository.root.appending(path: "Sources/Assistant/RequestReading")

    private static func entries(_ language: String, _ kind: String) throws -> [(
        meaning: Substring, spellings: [Substring]
    )] {
        let path = folder.appending(path: "Vocabulary/\(language)/\(language)-\(kind).tsv")
        return VocabularyFile(Array(try Data(contentsOf: path))).entries
    }

    @Test(
        arguments: ["en", "es", "de", "fr", "pt", "sv"].map { ($0, "turns") } + [("en", "grammar"), ("es", "grammar")]
    )
    func everyEntryIsItsOwnFolding(language: String, kind: String) throws {
        let entries = try Self.entries(language, kind)
        let table = kind == "turns" ? TurnWords.all : GrammarWords.all
        #expect(entries.count > 15 && Set(entries.map(\.meaning)).count == entries.count)
        for (purpose, spellings) in entries {
            #expect(Set(spellings).count == spellings.count, "\(purpose) has a word twice")
            for spelling in spellings {
                let folded = TextWord.words(of: String(spelling)).map(\.folded).joined(separator: " ")
                #expect(folded == spelling, "\(purpose)")
                #expect(table[String(purpose)].contains(folded), "\(purpose) of \(language) isn't loaded")
            }
        }
    }

    private struct Asked {
        let purposes: Set<String>
        /// Before a meaning: "past" of "past eat".
        let kinds: Set<String>
    }

    private static func asked(of table: String) throws -> Asked {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let sources = try (files?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "swift" }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined().replacing(/\s+/, with: " ")
        let lists = try Regex<(Substring, Substring)>("\(table)\\.(?:of|words|phrases)\\(\"([^\"\\\\]+)\"\\)")
        let kinds = try Regex<(Substring, Substring)>("\(table)\\.(?:meanings|numbers)\\(\"([^\"\\\\]+)\"\\)")
        return Asked(
            purposes: Set(sources.matches(of: lists).map { String($0.1) }),
            kinds: Set(sources.matches(of: kinds).map { String($0.1) })
        )
    }

    /// A purpose that is misspelt on either side would be without words, or words without a purpose.
    @Test func everyPurposeThatIsAskedForHasWords() throws {
        let kinds = RequestKind.allCases.map(\.rawValue)
        let turns = try Self.asked(of: "TurnWords")
        let verbs = ["verb", "opening", "infinitive", "participle"].flatMap { form in kinds.map { "\(form) \($0)" } }
        // Nobody wants something "reminded".
        Self.expect(
            turns.purposes.union(verbs).subtracting(["participle remind"]),
            turns.kinds,
            are: TurnWords.all
        )
        let grammar = try Self.asked(of: "GrammarWords")
        Self.expect(grammar.purposes, grammar.kinds.union(kinds.map { "object \($0)" }), are: GrammarWords.all)
    }

    private static func expect(_ purposes: Set<String>, _ kinds: Set<String>, are table: WordTable) {
        #expect(purposes.count > 30 && kinds.count > 5)
        let known = Set(table.lists.keys)
        #expect(purposes.subtracting(known).isEmpty, "without words")
        for kind in kinds { #expect(!table.meanings(kind).isEmpty, "\(kind) has no words") }
        let unasked = known.subtracting(purposes).filter { purpose in
            !kinds.contains { purpose.hasPrefix($0 + " ") }
        }
        #expect(unasked.isEmpty, "nobody asks for them")
    }

    /// Which of two meanings a word has would depend on chance.
    @Test(arguments: ["TurnWords", "GrammarWords"])
    func noWordHasTwoMeaningsOfAKind(name: String) throws {
        let table = name == "TurnWords" ? TurnWords.all : GrammarWords.all
        for kind in try Self.asked(of: name).kinds {
            let words = table.lists.filter { $0.key.hasPrefix(kind + " ") }.flatMap { $0.value.all }
            #expect(Set(words).count == words.count, "\(kind)")
        }
    }

    /// What the grammar says of a verb is known to the code.
    @Test func everyObjectOfAVerbIsUnderstood() {
        for kind in RequestKind.allCases {
            for verb in GrammarWords.meanings("object \(kind.rawValue)").keys {
                #expect(CommandVerb.objects[kind]?[verb] != nil, "\(kind) \(verb)")
            }
        }
        #expect(CommandVerb.objects[.schedule]?["book"] == .eventForUser)
        #expect(CommandVerb.objects[.message]?["*"] == .recipient)
    }
}
