import Embedding
import Synchronization
import TestSupport

/// An embedder for tests: texts that share words have similar vectors, others don't.
final class WordEmbedder: Embedder {
    struct Unavailable: Error {}

    private struct State {
        var embedded: [String] = []
        var failure: (@Sendable ([String]) -> (any Error)?)?
    }

    let model: EmbeddingModel
    private let maxTextLength: Int?
    private let state = Mutex(State())

    /// - Parameter maxTextLength: the length of a window in characters.
    init(name: String = "words", maxTextLength: Int? = nil) {
        model = EmbeddingModel(name: name, dimension: 96)
        self.maxTextLength = maxTextLength
    }

    /// All texts that were embedded, in order.
    var embedded: [String] { state.withLock { $0.embedded } }

    func breakDown(_ isBroken: Bool) {
        if isBroken { fail { _ in Unavailable() } } else { fail(nil) }
    }

    /// Sets a function that returns the error for a batch of texts; `nil` embeds the batch.
    func fail(_ failure: (@Sendable ([String]) -> (any Error)?)?) { state.withLock { $0.failure = failure } }

    func windows(of text: String) async -> [String] {
        guard let maxTextLength, text.count > maxTextLength else { return [text] }
        var windows = [""]
        for word in text.split(separator: " ") {
            if let last = windows.last, last.count + word.count > maxTextLength { windows.append("") }
            windows[windows.count - 1] += windows[windows.count - 1].isEmpty ? "\(word)" : " \(word)"
        }
        return windows
    }

    func embed(_ texts: [String]) async throws -> [[Float]] {
        let failure = state.withLock { state in
            let failure = state.failure?(texts)
            if failure == nil { state.embedded += texts }
            return failure
        }
        if let failure { throw failure }
        return texts.map(vector)
    }

    private func vector(_ text: String) -> [Float] {
        var sum = [Float](repeating: 0, count: model.dimension)
        for word in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            // FNV-1a: the same value for the same word in every run.
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
