import Domain
import Foundation

/// The vectors in the body of an embeddings response, checked and scaled to length 1.
///
/// Body: `{"data":[{"index":0,"embedding":[…] or "<base64 of little-endian float32>"},…]}`, in any order. Total: any
/// bytes give as many vectors as were asked for, or a `ModelError`.
struct EmbeddingsResponse {
    let vectors: [[Float]]

    /// - Parameter count: how many texts were asked for.
    init(_ body: Data, count: Int) throws(ModelError) {
        guard let content = try? JSONDecoder().decode(Body.self, from: body) else {
            throw Self.malformed("isn't JSON with an array of embeddings")
        }
        guard content.data.count == count else {
            throw Self.malformed("has \(content.data.count) vectors for \(count) texts")
        }
        var vectors = [[Float]?](repeating: nil, count: count)
        for (position, entry) in content.data.enumerated() {
            let index = entry.index ?? position
            guard vectors.indices.contains(index), vectors[index] == nil else {
                throw Self.malformed("has the index \(index) twice, or beyond its end")
            }
            vectors[index] = try Self.scaled(entry.embedding.floats)
        }
        let all = vectors.compactMap { $0 }
        guard all.allSatisfy({ $0.count == all[0].count }) else {
            throw Self.malformed("has vectors of several lengths")
        }
        self.vectors = all
    }

    /// Scaled to length 1, as all stored vectors are.
    private static func scaled(_ vector: [Float]?) throws(ModelError) -> [Float] {
        guard let vector, !vector.isEmpty else { throw malformed("has a vector that can't be read") }
        let length = vector.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
        guard length.isFinite, length > 1e-12 else {
            throw malformed("has a vector of zeros, or with numbers that aren't finite")
        }
        return vector.map { Float(Double($0) / length) }
    }

    static func malformed(_ what: String) -> ModelError {
        ModelError(.protocolViolation, "The embedding server's answer \(what).")
    }
}

private struct Body: Decodable {
    struct Entry: Decodable {
        let index: Int?
        let embedding: Numbers
    }

    let data: [Entry]
}

/// A vector as an array of numbers, or as its bytes in base64.
private struct Numbers: Decodable {
    /// `nil` if the bytes aren't a whole number of floats.
    let floats: [Float]?

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            floats = Data(base64Encoded: text).flatMap(Self.floats)
        } else {
            // A number too large for a float becomes infinite, and is refused as such.
            floats = try container.decode([Double].self).map { Float($0) }
        }
    }

    private static func floats(_ data: Data) -> [Float]? {
        guard data.count % 4 == 0 else { return nil }
        return data.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: 4).map { offset in
                Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
            }
        }
    }
}
