import ArgumentParser
import Benchmarks
import CommandLineSupport
import Embedding
import ServerHarness

/// Measures the embedding model by length and number of texts, and its kernels separately.
struct BenchEmbed: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "embed",
        abstract: "The embedding model: texts of 8 to 128 tokens, chat messages, its kernels.",
        discussion: """
            Medians; tokenizing counts. Another engine is measured in turns with it, so that both meet the same machine.

            Examples:
              spotter bench embed
              spotter bench embed --threads 2 --seconds 3
              spotter bench embed --multilingual --precision int16
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
    @Flag(help: "Measure the second model, multilingual-e5-small.") var multilingual = false
    @Flag(help: "Measure the kernels by themselves as well.") var kernels = false
    @Flag(help: "One JSON document.") var json = false

    private struct Report: Encodable, Sendable {
        let kernels: String
        let precision: EncoderPrecision
        let threads: Int
        let loadSeconds: Double
        let loadMegabytes: Int
        let rows: [EmbeddingRow]
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
            let report: Report
            if let onnx {
                report = try await PeerEngine.with(python: onnx, script: onnxScript, threads: threads) {
                    try await measure(chosen, precision, $0)
                }
            } else {
                report = try await measure(chosen, precision, nil)
            }
            if json { return try outputJSON(report) }
            let beside = report.peerMessagesPerSecond.map { " (\(Int($0)))" } ?? ""
            output("loaded in \(report.loadSeconds) s, \(report.loadMegabytes) MB")
            output("\(report.messages) chat messages: \(Int(report.messagesPerSecond))\(beside) texts/s")
            for measure in report.measures { output("  " + measure.description) }
        } catch {
            throw fail(error)
        }
    }

    /// Prints each row as soon as it is measured, unless the output is JSON.
    private func measure(
        _ chosen: EncoderKernels,
        _ precision: EncoderPrecision,
        _ peer: PeerEngine?
    ) async throws -> Report {
        let measures = try EmbeddingBenchmark(
            isSecond: multilingual,
            threads: threads,
            kernels: chosen,
            precision: precision,
            seconds: seconds,
            peer: peer
        )
        if !json {
            output(
                EmbeddingRow.heading(
                    kernels: "\(chosen.name), \(precision.rawValue)",
                    threads: threads,
                    peer: peer?.name
                )
            )
        }
        var rows: [EmbeddingRow] = []
        for tokens in EmbeddingRow.lengths {
            let row = try await measures.row(tokens: tokens)
            if !json { output(row.line) }
            rows.append(row)
        }
        let texts = try EmbeddingBenchmark.messages(fixture)
        let messages = try await measures.messages(texts)
        return Report(
            kernels: chosen.name,
            precision: precision,
            threads: threads,
            loadSeconds: measures.loading.rounded(places: 2),
            loadMegabytes: measures.memory,
            rows: rows,
            messages: texts.count,
            messagesPerSecond: messages.ours,
            peer: peer?.name,
            peerMessagesPerSecond: messages.peer,
            measures: kernels ? KernelBenchmark.all(kernels: chosen, precision: precision, seconds: seconds) : []
        )
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
