import ArgumentParser
import Benchmarks
import CommandLineSupport
import Embedding
import Foundation
import VectorSearch

/// Measures the vector index separately: queries, filters, batches, inserts and the scan loops.
struct BenchVectors: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vectors",
        abstract: "The vector index: queries, access filters, batches, inserts, scan loops.",
        discussion: """
            Synthetic unit vectors in clusters, spread over chats of equal size. All on one thread, medians.

            Examples:
              spotter bench vectors
              spotter bench vectors --vectors 1000000 --chats 10000 --seconds 2
              spotter bench vectors --dimensions 1536 --json
            """
    )

    @Option(help: "Vectors in the index.") var vectors = 100_000
    @Option(help: "Numbers of a vector.") var dimensions = 384
    @Option(help: "Chats that they are spread over.") var chats = 1000
    @Option(help: "Matches of a query.") var limit = 10
    @Option(help: "Seconds for each figure.") var seconds = 1.0
    @Option(help: "Vectors a second that are inserted while queries run.") var insertRate = 20_000
    @Option(help: "The same seed makes the same vectors.") var seed: UInt64 = 1
    @Flag(help: "One JSON document.") var json = false

    private struct Report: Encodable {
        let vectors: Int
        let dimensions: Int
        let chats: Int
        let kernels: String
        let blasKernels: String
        let bytesPerVector: Int
        let figures: [BenchmarkFigure]
    }

    func validate() throws {
        guard (1000...4_000_000).contains(vectors), (1...4096).contains(dimensions), (1...vectors).contains(chats),
            (1...1000).contains(limit), (0.05...60).contains(seconds), (100...1_000_000).contains(insertRate)
        else {
            throw ValidationError(
                """
                --vectors 1000-4000000, --dimensions 1-4096, --chats 1 to the number of vectors, --limit 1-1000, \
                --seconds 0.05-60, --insert-rate 100-1000000
                """
            )
        }
    }

    func run() async throws {
        do {
            let data = VectorBenchmarkData(vectors: vectors, queries: 256, dimension: dimensions, seed: seed)
            let before = Self.residentBytes()
            let index = PartitionedIndex(dimension: dimensions)
            let benchmark = VectorBenchmark(data: data, index: index, chats: chats, limit: limit, seconds: seconds)
            var figures = try benchmark.build()
            let bytes = max(0, Self.residentBytes() - before) / vectors
            figures += try benchmark.queries()
            figures += try benchmark.batches()
            figures += try await benchmark.inserts(rate: insertRate)
            figures += try benchmark.scanLoops()
            let report = Report(
                vectors: vectors,
                dimensions: dimensions,
                chats: chats,
                kernels: Kernels.best.description,
                blasKernels: BLASLibrary.coreName,
                bytesPerVector: bytes,
                figures: figures
            )
            if json { return try outputJSON(report) }
            output(
                """
                \(vectors) vectors of \(dimensions) in \(chats) chats, \(bytes) bytes each with their keys; \
                \(report.kernels) kernels, BLAS \(report.blasKernels)
                """
            )
            for figure in figures { output(figure.line) }
        } catch {
            throw fail(error)
        }
    }

    /// Resident memory in bytes; 0 if there is no `/proc`.
    private static func residentBytes() -> Int {
        let line = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }
}
