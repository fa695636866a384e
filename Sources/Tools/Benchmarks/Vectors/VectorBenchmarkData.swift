import Foundation
import ServerHarness
import VectorSearch

/// Unit vectors in clusters, like sentence embeddings. The same seed gives the same vectors.
package struct VectorBenchmarkData: Sendable {
    let vectors: [[Float]]
    let queries: [[Float]]

    static let clusters = 1000

    /// - Parameter noise: the length of the vector added to a cluster's centre. 0.8 gives a mean cosine of 0.6 within a
    ///   cluster.
    package init(vectors count: Int, queries queryCount: Int, dimension: Int, seed: UInt64, noise: Float = 0.8) {
        var generator = SplitMix64(seed)
        func normal(_ length: Float) -> [Float] {
            let deviation = length / Float(dimension).squareRoot()
            return (0..<dimension).map { _ in generator.normal() * deviation }
        }
        func sum(_ a: [Float], _ b: [Float]) -> [Float] {
            let sum = zip(a, b).map { $0 + $1 }
            let length = sum.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return sum.map { $0 / length }
        }
        let centres = (0..<Self.clusters).map { _ in normal(1) }
        let vectors = (0..<count).map { _ in
            sum(centres[Int.random(in: 0..<Self.clusters, using: &generator)], normal(noise))
        }
        queries = (0..<queryCount).map { _ in
            sum(vectors[Int.random(in: 0..<count, using: &generator)], normal(1))
        }
        self.vectors = vectors
    }

    static func entry(_ number: Int) -> EntryKey { EntryKey(high: 1, low: UInt64(number)) }

    /// Rows are assigned to the chats in turn, like arriving messages.
    static func chat(_ number: Int, of chats: Int) -> PartitionKey {
        PartitionKey(high: 2, low: UInt64(number % chats) &* 0x9E37_79B9_7F4A_7C15)
    }
}

extension SplitMix64 {
    /// The sum of twelve uniform numbers is nearly normally distributed.
    mutating func normal() -> Float {
        let (a, b, c) = (next(), next(), next())
        var sum = 0
        for word in [a, b, c] {
            for shift in [0, 16, 32, 48] { sum += Int(truncatingIfNeeded: word >> UInt64(shift) & 0xffff) }
        }
        return Float(sum) / 65536 - 6
    }
}
