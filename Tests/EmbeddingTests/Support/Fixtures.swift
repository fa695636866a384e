import Foundation
import Testing

@testable import Embedding

enum Fixtures {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "fixtures")

    /// Texts, and the ids that the reference tokenizer assigns to them.
    static func tokenizerCases() throws -> [TokenizerCase] {
        try decode([TokenizerCase].self, "minilm_tokens_fuzz.json")
    }

    /// Texts, ids and vectors of the reference implementation.
    static func golden() throws -> Golden {
        try decode(Golden.self, "minilm_golden.json")
    }

    /// The folder of the real model, which is downloaded and isn't part of the repository.
    static func model() throws -> URL {
        let store = ModelStore()
        do {
            return try store.readyFolder()
        } catch {
            Issue.record("These tests need the model's files. Run ./scripts/setup first. (\(error))")
            throw error
        }
    }

    private static func decode<T: Decodable>(_ type: T.Type, _ name: String) throws -> T {
        try JSONDecoder().decode(type, from: Data(contentsOf: folder.appending(path: name)))
    }

    struct TokenizerCase: Decodable {
        let text: String
        let ids: [Int32]

        init(from decoder: any Decoder) throws {
            var array = try decoder.unkeyedContainer()
            text = try array.decode(String.self)
            ids = try array.decode([Int32].self)
        }
    }

    struct Golden: Decodable {
        struct Item: Decodable {
            let text: String
            let token_ids: [Int32]
            let embedding: [Float]
        }
        let items: [Item]
    }
}
