import Foundation
import Testing

@testable import Embedding

@Suite struct TokenizerFilesTests {
    @Test func readsTheConfiguration() throws {
        let json = #"{"do_lower_case": false, "strip_accents": null, "unk_token": "<u>", "model_max_length": 512}"#
        let configuration = try TokenizerConfiguration(json: Data(json.utf8))
        #expect(!configuration.lowercases)
        #expect(!configuration.stripsAccents)
        #expect(configuration.unknown == "<u>")
        #expect(configuration.separator == "[SEP]")
        #expect(try TokenizerConfiguration(json: Data("{}".utf8)) == TokenizerConfiguration())
    }

    @Test(arguments: ["", "[]", "{", #"{"do_lower_case": "yes"}"#, "\u{0}"])
    func refusesOtherContent(json: String) {
        #expect(throws: TokenizerError.malformedConfiguration) { try TokenizerConfiguration(json: Data(json.utf8)) }
    }

    @Test(arguments: ["a\nb\n##c\n", "a\nb\n##c", "a\r\nb\r\n##c\r\n"]) func linesAreIds(text: String) throws {
        let vocabulary = try Vocabulary(text: Data(text.utf8))
        #expect(vocabulary.count == 3)
        #expect(try vocabulary.id(of: "b") == 1)
        #expect(vocabulary.continuation.longestPrefix(of: Array("cc".utf8)[...])?.id == 2)
    }

    @Test func anEmptyLineHasAnIdToo() throws {
        #expect(try Vocabulary(text: Data("a\n\nb\n".utf8)).id(of: "b") == 2)
    }

    @Test func saysWhichTokenIsMissing() throws {
        let vocabulary = try Vocabulary(text: Data("[UNK]\n[CLS]\n".utf8))
        #expect(throws: TokenizerError.missingToken("[SEP]")) { try WordPieceTokenizer(vocabulary: vocabulary) }
    }
}
