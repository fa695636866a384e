import Foundation
import Retrieval
import TestSupport
import Testing
import TextReading

@testable import RequestReading

/// The words of requests are data: every entry is written as it is looked up, has a role, and can be found.
@Suite struct RequestVocabularyTests {
    private static let folder = Repository.root.appending(path: "Sources/Assistant/RequestReading/Vocabulary")

    private static func lines(_ path: String) throws -> [[String]] {
        let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }

    /// As words are compared: whatever else would never be met.
    private static func folded(_ text: String) -> String {
        TextWord.words(of: text).map(\.folded).joined(separator: " ")
    }

    @Test(arguments: ["en", "es", "de", "fr", "pt", "sv"])
    func everyEntryHasARoleAndIsItsOwnFolding(language: String) throws {
        let lines = try Self.lines("\(language)/\(language)-requests.tsv")
        #expect(lines.count > 10)
        for columns in lines {
            #expect(columns.count == 2, "\(columns)")
            guard columns.count == 2 else { continue }
            let isAddressed = columns[0].hasPrefix(RequestVocabulary.addressedPrefix)
            let isSpelling = columns[0].hasPrefix(RequestVocabulary.spellingPrefix)
            #expect(RequestVocabulary.Role(rawValue: columns[0]) != nil || isAddressed || isSpelling, "\(columns[0])")
            let words = columns[1].split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            #expect(Set(words).count == words.count, "\(columns[0]) has a word twice")
            // What is said to somebody is written as it is read, with its accents.
            for word in words where !isAddressed { #expect(Self.folded(word) == word && !word.isEmpty, "\(word)") }
        }
    }

    @Test(arguments: ["en", "es"])
    func everyPlainVerbOpensARequest(language: String) throws {
        let vocabulary = language == "en" ? RequestVocabulary.english : .spanish
        for kind in RequestKind.allCases {
            for phrase in vocabulary.phrases(kind.role) {
                // With what follows in most requests: somebody, an event, a place in the calendar, something to do.
                let ends = [
                    "grace", "grace off", "grace know that", "a call with grace off", "the session", "it", "to stretch",
                ]
                let isFound = ends.contains { end in
                    let words = ["i", "want", "to"] + phrase + end.split(separator: " ").map(String.init)
                    let plain = phrase + end.split(separator: " ").map(String.init)
                    return [words, plain].contains { CommandVerb.find(in: $0)?.words.isEmpty == false }
                }
                #expect(isFound, "\(phrase)")
            }
        }
    }

    @Test func whatFillsASlotIsNoSlot() {
        let plain = BuiltInGrammarTests.grammar.plainly("Sara needs to know that the WHO changed it")
        #expect(plain == "tell Sara that the WHO changed it")
    }

    /// A paraphrase that its own plain words don't come of can't be reached.
    @Test func everyParaphraseIsReachable() throws {
        let examples: [Paraphrase.Slot: String] = [
            .who: "Sara", .event: "Sara's session", .what: "half an hour", .rest: "the gym is closed",
        ]
        let lines = try ["en", "es"].flatMap { try Self.lines("\($0)/\($0)-paraphrases.tsv") }
        #expect(lines.count > 50)
        for columns in lines {
            var plain = columns[1]
            for (slot, words) in examples { plain = plain.replacing(slot.rawValue, with: words) }
            for isFull in [false, true] {
                let said = columns[0].split(separator: " ").compactMap { word -> String? in
                    if let slot = Paraphrase.Slot(rawValue: String(word)) { return examples[slot] }
                    let isOptional = word.hasPrefix("[")
                    let choice = (isOptional ? word.dropFirst().dropLast() : word).split(separator: "/").first
                    return isOptional && !isFull ? nil : choice.map(String.init)
                }.joined(separator: " ")
                let found = BuiltInGrammarTests.grammar.plainly(said)
                #expect(found.lowercased() == plain.lowercased() || found != said, "\(said): \(found)")
            }
            for word in columns[0].split(separator: " ") where Paraphrase.Slot(rawValue: String(word)) == nil {
                for choice in word.trimmingCharacters(in: ["[", "]"]).split(separator: "/").map(String.init) {
                    #expect(Self.folded(choice) == choice, "\(choice)")
                }
            }
        }
    }
}
