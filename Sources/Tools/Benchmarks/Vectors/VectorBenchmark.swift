import ServerHarness
import Synchronization
package import VectorSearch

/// The measurements of `spotter bench vectors`, one method per group of figures.
package struct VectorBenchmark: Sendable {
    let data: VectorBenchmarkData
    let index: PartitionedIndex
    let chats: Int
    let limit: Int
    let seconds: Double

    package init(data: VectorBenchmarkData, index: PartitionedIndex, chats: Int, limit: Int, seconds: Double) {
        (self.data, self.index, self.chats, self.limit, self.seconds) = (data, index, chats, limit, seconds)
    }

    package func build() throws -> [BenchmarkFigure] {
        let begin = ContinuousClock.now
        for (number, vector) in data.vectors.enumerated() {
            try index.set(
                vector,
                for: VectorBenchmarkData.entry(number),
                in: VectorBenchmarkData.chat(number, of: chats)
            )
        }
        let rate = Double(data.vectors.count) / (ContinuousClock.now - begin).seconds
        return [BenchmarkFigure(name: "inserts alone", value: rate.rounded(), unit: "vectors/s")]
    }

    /// Single queries over all vectors, and over the chats that a user may see.
    package func queries() throws -> [BenchmarkFigure] {
        var figures: [BenchmarkFigure] = []
        for precision in Precision.allCases {
            for share in [1, 10, 100] {
                let keys = visible(percent: share)
                let median = try median { query in
                    _ =
                        share == 100
                        ? try index.search(query: query, limit: limit, precision: precision)
                        : try index.search(query: query, in: keys, limit: limit, precision: precision)
                }
                let what = share == 100 ? "everything" : "the filter keeps \(share) %"
                figures.append(milliseconds("one query, \(precision), \(what)", median))
            }
        }
        let keys = visible(percent: 100)
        let named = try median { _ = try index.search(query: $0, in: keys, limit: limit) }
        figures.append(milliseconds("one query, codes, all \(keys.count) chats by name", named))
        figures.append(BenchmarkFigure(name: "recall of codes", value: try recall(), unit: "of 1"))
        return figures
    }

    package func batches() throws -> [BenchmarkFigure] {
        let keys: [PartitionKey]? = nil
        var figures: [BenchmarkFigure] = []
        for precision in Precision.allCases {
            for size in [8, 64] {
                let batch = Array(data.queries.prefix(size))
                let median = try median { _ in
                    _ = try index.search(queries: batch, in: keys, limit: limit, precision: precision)
                }
                let rate = (Double(size) / median * 1000).rounded()
                figures.append(
                    BenchmarkFigure(name: "\(size) queries at once, \(precision)", value: rate, unit: "queries/s")
                )
            }
        }
        return figures
    }

    /// Latency of queries over all vectors, without inserts and with concurrent inserts on another thread.
    package func inserts(rate: Int) async throws -> [BenchmarkFigure] {
        let alone = try latencies()
        let writer = Writer()
        let begin = ContinuousClock.now
        let busy = try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var number = 0
                while !writer.isDone.load(ordering: .relaxed) {
                    // Inserts as many as are due by now, then pauses.
                    let due = min(Int((ContinuousClock.now - begin).seconds * Double(rate)) - number, rate / 20)
                    for _ in 0..<max(0, due) {
                        try index.set(
                            data.vectors[number % data.vectors.count],
                            for: VectorBenchmarkData.entry(data.vectors.count + number),
                            in: VectorBenchmarkData.chat(number, of: chats)
                        )
                        number += 1
                    }
                    writer.inserted.store(number, ordering: .relaxed)
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
            defer { writer.isDone.store(true, ordering: .relaxed) }
            return try latencies()
        }
        let time = (ContinuousClock.now - begin).seconds
        // The index has grown meanwhile, so the latency without inserts is measured before and after.
        let after = try latencies()
        let achieved = Double(writer.inserted.load(ordering: .relaxed)) / time
        return [
            milliseconds("query p50 alone", alone.median),
            milliseconds("query p99 alone", alone.quantile(0.99)),
            BenchmarkFigure(name: "inserts while queries run", value: achieved.rounded(), unit: "vectors/s"),
            milliseconds("query p50 meanwhile", busy.median),
            milliseconds("query p99 meanwhile", busy.quantile(0.99)),
            milliseconds("query p50 alone, afterwards", after.median),
            milliseconds("query p99 alone, afterwards", after.quantile(0.99)),
        ]
    }

    /// Bytes of vectors per second that each set of kernels scans, from the second-level cache and from memory.
    package func scanLoops() throws -> [BenchmarkFigure] {
        var figures: [BenchmarkFigure] = []
        let keys: [PartitionKey]? = nil
        for kernels in ["avx512", "avx2", "plain"].compactMap({ Kernels(named: $0) }) {
            for megabytes in [0.5, 64] {
                for precision in Precision.allCases {
                    let size = index.dimension * (precision == .int8 ? 1 : 4)
                    let rows = max(16, min(Int(megabytes * 1e6) / size, data.vectors.count))
                    let index = PartitionedIndex(dimension: index.dimension, rowsPerChunk: 1024, kernels: kernels)
                    for (number, vector) in data.vectors.prefix(rows).enumerated() {
                        try index.set(vector, for: VectorBenchmarkData.entry(number), in: PartitionKey(high: 1, low: 1))
                    }
                    for queries in [1, 8] where queries == 1 || precision == .int8 {
                        let batch = Array(data.queries.prefix(queries))
                        let median = try median(share: 0.3) { _ in
                            _ = try index.search(queries: batch, in: keys, limit: 1, precision: precision)
                        }
                        let speed = Double(rows * size * queries) / median / 1e6
                        figures.append(
                            BenchmarkFigure(
                                name: "scan, \(kernels), \(precision), \(megabytes) MB, queries at once: \(queries)",
                                value: speed.rounded(places: 1),
                                unit: queries == 1 ? "GB/s" : "GB/s, all queries together"
                            )
                        )
                    }
                }
            }
        }
        return figures
    }

    private final class Writer: Sendable {
        let isDone = Atomic(false)
        let inserted = Atomic(0)
    }

    private func visible(percent: Int) -> [PartitionKey] {
        (0..<max(1, chats * percent / 100)).map { VectorBenchmarkData.chat($0 * 7919, of: chats) }
    }

    /// The share of the exact results that a search over codes also finds.
    private func recall() throws -> Double {
        var (same, all) = (0, 0)
        for query in data.queries.prefix(64) {
            let truth = try index.search(query: query, limit: limit, precision: .float32)
            let found = Set(try index.search(query: query, limit: limit, precision: .int8))
            same += truth.count { found.contains($0) }
            all += truth.count
        }
        return Double(same) / Double(max(1, all))
    }

    private func latencies() throws -> Sample {
        var latencies: [Double] = []
        let begin = ContinuousClock.now
        while latencies.count < 500 || (ContinuousClock.now - begin).seconds < seconds {
            let start = ContinuousClock.now
            _ = try index.search(query: data.queries[latencies.count % data.queries.count], limit: limit)
            latencies.append((ContinuousClock.now - start).milliseconds)
        }
        return Sample(latencies)
    }

    /// In milliseconds.
    private func median(share: Double = 1, _ body: ([Float]) throws -> Void) rethrows -> Double {
        var times: [Double] = []
        for query in data.queries.prefix(2) { try body(query) }
        let begin = ContinuousClock.now
        while times.count < 7 || (times.count < 5000 && (ContinuousClock.now - begin).seconds < seconds * share) {
            let start = ContinuousClock.now
            try body(data.queries[times.count % data.queries.count])
            times.append((ContinuousClock.now - start).milliseconds)
        }
        return Sample(times).median
    }

    private func milliseconds(_ name: String, _ value: Double) -> BenchmarkFigure {
        BenchmarkFigure(name: name, value: value.rounded(places: 4), unit: "ms")
    }
}
