import Embedding
import SpotterTestKit
import Synchronization

/// Test input instead of a model: texts that share words point the same way, others don't.
final class WordEmbedder: Embedder {
    struct Unavailable: Error {}

    let model: EmbeddingModel
    private let state = Mutex((embedded: [String](), isBroken: false))

    init(name: String = "words") { model = EmbeddingModel(name: name, dimension: 96) }

    /// Every text that was ever embedded, in order.
    var embedded: [String] { state.withLock { $0.embedded } }

    func breakDown(_ isBroken: Bool) { state.withLock { $0.isBroken = isBroken } }

    func embed(_ texts: [String]) async throws -> [[Float]] {
        let isBroken = state.withLock { state in
            state.embedded += texts
            return state.isBroken
        }
        if isBroken { throw Unavailable() }
        return texts.map(vector)
    }

    private func vector(_ text: String) -> [Float] {
        var sum = [Float](repeating: 0, count: model.dimension)
        for word in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            // FNV-1a: the same for the same word, in every run.
            var random = SeededRandom(
                seed: word.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
            )
            for index in sum.indices { sum[index] += Float.random(in: -1...1, using: &random) }
        }
        if sum.allSatisfy({ $0 == 0 }) { sum[0] = 1 }
        let length = sum.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return sum.map { $0 / length }
    }
}
