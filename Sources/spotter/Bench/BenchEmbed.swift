import ArgumentParser
import Domain
import Embedding
import Foundation

/// Texts a second through the embedding model, on real chat messages.
struct BenchEmbed: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "embed",
        abstract: "Texts per second through the embedding model.",
        discussion: "Example:\n  spotter bench embed --fixture fixtures/studio.jsonl --threads 1"
    )

    @Option(help: "JSON lines whose messages are embedded.") var fixture = "fixtures/studio.jsonl"
    @Option(help: "Threads for the matrices.") var threads = 1
    @Option(help: "Texts in a batch.") var batch = 64
    @Option(help: "Rounds over all texts; the median counts.") var rounds = 5
    @Flag(help: "One JSON document.") var json = false

    private struct Report: Encodable {
        let texts: Int
        let threads: Int
        let kernels: String
        let textsPerSecond: Double
        let oneTextMs: Double
    }

    func run() async throws {
        guard (1...64).contains(threads), (1...1024).contains(batch), (1...100).contains(rounds) else {
            throw ValidationError("--threads 1-64, --batch 1-1024, --rounds 1-100")
        }
        do {
            var configuration = MiniLMEmbedder.Configuration()
            configuration.threads = threads
            let embedder = try MiniLMEmbedder(folder: try ModelStore().readyFolder(), configuration: configuration)
            let texts = try messages()
            guard let one = texts.first(where: { $0.count >= 60 && $0.count <= 80 }) ?? texts.first else {
                throw SpotterError.invalid("\(fixture) has no messages")
            }
            var rates: [Double] = []
            for round in 0...rounds {
                let begin = ContinuousClock.now
                for start in stride(from: 0, to: texts.count, by: batch) {
                    _ = try await embedder.embed(Array(texts[start..<min(start + batch, texts.count)]))
                }
                if round > 0 { rates.append(Double(texts.count) / (ContinuousClock.now - begin).seconds) }
            }
            var single: [Double] = []
            for _ in 0..<100 {
                let begin = ContinuousClock.now
                _ = try await embedder.embed([one])
                single.append((ContinuousClock.now - begin).milliseconds)
            }
            let report = Report(
                texts: texts.count,
                threads: threads,
                kernels: BLASLibrary.coreName,
                textsPerSecond: Sample(rates).median.rounded(places: 0),
                oneTextMs: Sample(single).median.rounded(places: 2)
            )
            if json { return try outputJSON(report) }
            output(
                "\(report.texts) messages, \(threads) thread(s), \(report.kernels) kernels: \(Int(report.textsPerSecond)) texts/s; one text alone \(report.oneTextMs) ms"
            )
        } catch {
            throw fail(error)
        }
    }

    private func messages() throws -> [String] {
        struct Line: Decodable {
            let type: String
            let text: String?
        }
        let data = try Data(contentsOf: URL(filePath: fixture))
        return try data.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let line = try JSONDecoder().decode(Line.self, from: line)
            return line.type == "message" ? line.text : nil
        }
    }
}
