import Domain
import Foundation
import TestSupport
import Testing

@testable import ClientProfiles

/// The words of the rules are data: each can be met in a message, and each purpose is asked for.
@Suite struct ProfileWordsTests {
    private static let module = Repository.root.appending(path: "Sources/Coaching/ClientProfiles")
    private static let files = [
        "body", "claims", "equipment", "goals", "preferences", "questions", "recovery", "speakers", "stress", "travel",
    ]

    private static func entries(_ file: String) throws -> [(meaning: Substring, spellings: [Substring])] {
        VocabularyFile(Array(try Data(contentsOf: module.appending(path: "Words/\(file).tsv")))).entries
    }

    @Test(arguments: files) func everyWordCanBeMet(file: String) throws {
        for (purpose, spellings) in try Self.entries(file) where !purpose.hasPrefix("same food") {
            #expect(!spellings.isEmpty)
            for element in spellings.flatMap({ $0.split(separator: " ") }) where !"~#".contains(element.prefix(1)) {
                for word in element.filter({ $0 != "?" && $0 != "*" }).split(separator: "/") {
                    #expect(ProfileLexer.sentences(of: String(word)).flatMap(\.words) == [String(word)], "\(purpose)")
                }
            }
        }
    }

    @Test(arguments: files) func everyPurposeIsAskedFor(file: String) throws {
        let folder = Self.module.appending(path: "Vocabulary")
        let code = try FileManager.default.contentsOfDirectory(atPath: folder.path()).map {
            try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
        }.filter { $0.contains("PackageResources.\(file)_tsv") }.joined()
        #expect(!code.isEmpty)
        for (purpose, _) in try Self.entries(file) {
            // "parts knee" is asked for by "parts".
            let asked = purpose.split(separator: " ").indices.contains { count in
                code.contains("(\"\(purpose.split(separator: " ")[...count].joined(separator: " "))\"")
            }
            #expect(asked || purpose.hasPrefix("cue "), "\(purpose)")
        }
    }
}
