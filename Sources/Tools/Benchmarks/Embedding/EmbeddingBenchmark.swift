import Domain
package import Embedding
import Foundation
import ServerHarness

/// Measures the embedding model, alternating with another engine if there is one.
package struct EmbeddingBenchmark {
    /// How long it takes to load the model, in seconds.
    package let loading: Double
    /// The memory that it takes, in megabytes, without the mapped file.
    package let memory: Int
    private let embedder: any Embedder
    private let tokenizer: WordPieceTokenizer
    private let seconds: Double
    private let peer: PeerEngine?

    /// - Parameter isSecond: measures the second model instead of the first. Texts are as long as they are for the first.
    package init(
        isSecond: Bool = false,
        threads: Int,
        kernels: EncoderKernels,
        precision: EncoderPrecision,
        seconds: Double,
        peer: PeerEngine?
    ) throws {
        let folder = try ModelStore().readyFolder()
        var configuration = MiniLMEmbedder.Configuration()
        configuration.threads = threads
        configuration.kernels = kernels
        configuration.precision = precision
        let process = ProcessStatistics(pid: ProcessInfo.processInfo.processIdentifier)
        let (begin, before) = (ContinuousClock.now, process.anonymousBytes ?? 0)
        embedder =
            isSecond
            ? try E5Embedder(
                folder: ModelStore(manifest: .multilingualE5).readyFolder(),
                configuration: configuration
            ) : try MiniLMEmbedder(folder: folder, configuration: configuration)
        loading = (ContinuousClock.now - begin) / .seconds(1)
        memory = ((process.anonymousBytes ?? 0) - before) / 1_000_000
        tokenizer = try WordPieceTokenizer(folder: folder)
        self.seconds = seconds
        self.peer = peer
    }

    package func row(tokens: Int) async throws -> EmbeddingRow {
        var ours: [Int: Double] = [:]
        var theirs: [Int: Double] = [:]
        for batch in [1, 8, 32] {
            let texts = try (0..<4).map { try sentences(batch, tokens: tokens, variant: $0) }
            var position = 0
            let (own, other) = try await turns {
                "\(tokens) \(batch) \($0)"
            } own: {
                position += 1
                _ = try await embedder.embed(texts[position % texts.count])
            }
            ours[batch] = own
            theirs[batch] = other
        }
        return EmbeddingRow(
            tokens: tokens,
            ours: figures(ours, tokens),
            peer: peer.map { _ in figures(theirs, tokens) }
        )
    }

    /// Texts per second over all messages of a fixture.
    package func messages(_ texts: [String]) async throws -> (ours: Double, peer: Double?) {
        let (own, other) = try await turns { _ in
            "messages"
        } own: {
            _ = try await embedder.embed(texts)
        }
        return (
            (Double(texts.count) / own).rounded(places: 1), other.map { (Double(texts.count) / $0).rounded(places: 1) }
        )
    }

    package static func messages(_ fixture: String) throws -> [String] {
        struct Line: Decodable {
            let type: String
            let text: String?
        }
        let data = try Data(contentsOf: URL(filePath: fixture))
        let texts = try data.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let line = try JSONDecoder().decode(Line.self, from: line)
            return line.type == "message" ? line.text : nil
        }
        guard !texts.isEmpty else { throw SpotterError.invalid("\(fixture) has no messages.") }
        return texts
    }

    /// The median seconds per call of each engine, over three alternating turns.
    private func turns(
        _ request: (_ seconds: Double) -> String,
        own: () async throws -> Void
    ) async throws -> (ours: Double, peer: Double?) {
        try await own()
        var ours: [Double] = []
        var theirs: [Double] = []
        for _ in 0..<3 {
            let end = ContinuousClock.now + .seconds(seconds / 3)
            repeat {
                let begin = ContinuousClock.now
                try await own()
                ours.append((ContinuousClock.now - begin).seconds)
            } while ContinuousClock.now < end
            if let peer { theirs.append(try await peer.ask(request(seconds / 3))) }
        }
        return (Sample(ours).median, peer.map { _ in Sample(theirs).median })
    }

    private func figures(_ seconds: [Int: Double], _ tokens: Int) -> EmbeddingRow.Figures {
        func rate(_ batch: Int) -> Double { Double(batch) / (seconds[batch] ?? .nan) }
        // 6 layers with four 384 × 384 and two 384 × 1536 matrices each, and attention over all pairs of tokens.
        let perText = Double(tokens * (2 * 6 * (4 * 384 * 384 + 2 * 384 * 1536) + 4 * 384 * 6 * tokens))
        return .init(
            oneTextMs: ((seconds[1] ?? .nan) * 1e3).rounded(places: 3),
            batch8: rate(8).rounded(places: 1),
            batch32: rate(32).rounded(places: 1),
            gigaflops: (rate(32) * perText / 1e9).rounded(places: 1)
        )
    }

    /// Texts of exactly `tokens` tokens, including `[CLS]` and `[SEP]`.
    private func sentences(_ count: Int, tokens: Int, variant: Int) throws -> [String] {
        let words = [
            "knee", "press", "rest", "coach", "session", "tomorrow", "water", "pain", "week", "please", "run", "goal",
            "food", "sleep", "plan", "morning", "strength", "leg", "arm", "distance", "holiday", "bread", "late",
        ]
        let texts = (0..<count).map { text in
            (0..<tokens - 2).map { words[($0 * 7 + text * 5 + variant * 3 + $0 * text) % words.count] }
                .joined(separator: " ")
        }
        guard texts.allSatisfy({ tokenizer.encode($0).count == tokens }) else {
            throw SpotterError.invalid("The model's vocabulary lacks the words of this benchmark.")
        }
        return texts
    }
}
