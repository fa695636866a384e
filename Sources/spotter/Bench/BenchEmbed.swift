import ArgumentParser
import Domain
import Embedding
import Foundation

/// The embedding model's speed by length and number of texts, and its kernels by themselves.
struct BenchEmbed: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "embed",
        abstract: "The embedding model: texts of 8 to 128 tokens, chat messages, its kernels.",
        discussion: """
            Medians; tokenizing counts. Another engine is measured in turns with it, so that both meet the same machine.

            Examples:
              spotter bench embed
              spotter bench embed --threads 2 --seconds 3
              spotter bench embed --instructions avx2 --precision int16 --kernels
              spotter bench embed --onnx python3    # beside onnxruntime: pip install onnxruntime onnx tokenizers numpy
            """
    )

    @Option(help: "JSON lines whose messages are embedded.") var fixture = "fixtures/studio.jsonl"
    @Option(help: "Threads for the matrices.") var threads = 1
    @Option(help: "Seconds for each figure.") var seconds = 1.0
    @Option(help: "avx512, avx2 or blas (default: the fastest of this processor).") var instructions: String?
    @Option(help: "float32 or int16 (default: float32).") var precision: String?
    @Option(help: "A Python with onnxruntime, to measure beside it.") var onnx: String?
    @Option(help: "What runs it.") var onnxScript = "scripts/bench-embed-peer"
    @Flag(help: "Measure the kernels by themselves as well.") var kernels = false
    @Flag(help: "One JSON document.") var json = false

    private struct Report: Encodable {
        let kernels: String
        let precision: EncoderPrecision
        let threads: Int
        let rows: [BenchEmbedRow]
        let messages: Int
        let messagesPerSecond: Double
        let peer: String?
        let peerMessagesPerSecond: Double?
        let measures: [KernelBenchmark]
    }

    func validate() throws {
        guard (1...64).contains(threads), (0.05...60).contains(seconds) else {
            throw ValidationError("--threads 1-64, --seconds 0.05-60")
        }
        _ = try (chosen(), chosenPrecision())
    }

    func run() async throws {
        do {
            let chosen = try chosen()
            let precision = chosen.effectivePrecision(try chosenPrecision())
            let peer = try onnx.map { try BenchEmbedPeer(python: $0, script: onnxScript, threads: threads) }
            defer { peer?.stop() }
            let measures = try BenchEmbedMeasures(
                threads: threads,
                kernels: chosen,
                precision: precision,
                seconds: seconds,
                peer: peer
            )
            if !json {
                output(
                    BenchEmbedRow.heading(
                        kernels: "\(chosen.name), \(precision.rawValue)",
                        threads: threads,
                        peer: peer?.name
                    )
                )
            }
            var rows: [BenchEmbedRow] = []
            for tokens in BenchEmbedRow.lengths {
                let row = try await measures.row(tokens: tokens)
                if !json { output(row.line) }
                rows.append(row)
            }
            let texts = try BenchEmbedMeasures.messages(fixture)
            let messages = try await measures.messages(texts)
            let report = Report(
                kernels: chosen.name,
                precision: precision,
                threads: threads,
                rows: rows,
                messages: texts.count,
                messagesPerSecond: messages.ours,
                peer: peer?.name,
                peerMessagesPerSecond: messages.peer,
                measures: kernels ? KernelBenchmark.all(kernels: chosen, precision: precision, seconds: seconds) : []
            )
            if json { return try outputJSON(report) }
            let beside = messages.peer.map { " (\(Int($0)))" } ?? ""
            output("\(texts.count) chat messages: \(Int(messages.ours))\(beside) texts/s")
            for measure in report.measures { output("  " + measure.description) }
        } catch {
            throw fail(error)
        }
    }

    private func chosenPrecision() throws -> EncoderPrecision {
        guard let precision else { return .float32 }
        guard let chosen = EncoderPrecision(rawValue: precision) else {
            throw ValidationError("--precision: float32 or int16")
        }
        return chosen
    }

    private func chosen() throws -> EncoderKernels {
        guard let instructions else { return .best }
        guard let chosen = EncoderKernels(rawValue: instructions), chosen.isAvailable else {
            let names = EncoderKernels.allCases.filter(\.isAvailable).map(\.rawValue)
            throw ValidationError("--instructions: this processor has \(names.joined(separator: ", "))")
        }
        return chosen
    }
}

/// The figures for texts of one length, and another engine's beside them.
struct BenchEmbedRow: Encodable {
    static let lengths = [8, 16, 32, 64, 128]

    struct Figures: Encodable {
        let oneTextMs: Double
        /// Texts a second.
        let batch8: Double
        let batch32: Double
        /// Billions of multiplications and additions a second, in batches of 32.
        let gigaflops: Double
    }

    let tokens: Int
    let ours: Figures
    let peer: Figures?

    static func heading(kernels: String, threads: Int, peer: String?) -> String {
        let beside = peer.map { "; in parentheses \($0)" } ?? ""
        return """
            \(kernels), \(threads) thread(s)\(beside)
            tokens  one text, ms     8 texts/s       32 texts/s      GFLOP/s
            """
    }

    var line: String {
        func cell(_ value: KeyPath<Figures, Double>, _ places: Int) -> String {
            let theirs = peer.map { String(format: " (%.\(places)f)", $0[keyPath: value]) } ?? ""
            let text = String(format: "%.\(places)f", ours[keyPath: value]) + theirs
            return text.padding(toLength: max(16, text.count + 1), withPad: " ", startingAt: 0)
        }
        let ratio = peer.map { String(format: "%.2f times", ours.batch32 / $0.batch32) } ?? ""
        let cells = cell(\.oneTextMs, 2) + cell(\.batch8, 0) + cell(\.batch32, 0) + cell(\.gigaflops, 0)
        return String(format: "%6d  ", tokens) + cells + ratio
    }
}
