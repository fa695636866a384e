import CBLAS

/// One search on its way through the chunks.
///
/// BLAS may add up a row's products in an order that depends on where the row stands, so equal vectors can differ in
/// the last bits. The scan therefore keeps everything within `slack` of the best `limit` scores, and `matches` scores
/// those again in one fixed order: the result depends on the vectors only.
struct Scan {
    private struct Candidate {
        let score: Float
        let chunk: Chunk
        let row: Int
        let partition: PartitionKey
    }

    private let query: UnitVector
    private let limit: Int
    private let slack: Float
    private var threshold: TopScores
    private var candidates: [Candidate] = []
    private var scores: [Float] = []

    init(query: UnitVector, limit: Int) {
        self.query = query
        self.limit = limit
        threshold = TopScores(limit: limit)
        // A sum of n products of unit vectors, in any order, is off by at most n·2⁻²⁴; two sums differ by twice that,
        // and a candidate and the threshold may be off in opposite directions.
        slack = 4 * Float(query.values.count) * 0x1p-24
    }

    mutating func add(_ chunk: Chunk, of partition: PartitionKey, where isIncluded: (EntryKey) -> Bool) {
        score(chunk)
        var bar = threshold.lowest - slack
        for row in 0..<chunk.count {
            let score = scores[row]
            guard score >= bar, isIncluded(chunk.entries[row]) else { continue }
            threshold.insert(score)
            bar = threshold.lowest - slack
            candidates.append(Candidate(score: score, chunk: chunk, row: row, partition: partition))
        }
        prune()
    }

    /// Best first.
    consuming func matches() -> [Match] {
        candidates.removeAll { $0.score < threshold.lowest - slack }
        let exact = candidates.map { candidate in
            Match(
                entry: candidate.chunk.entries[candidate.row],
                partition: candidate.partition,
                score: dot(query.values, candidate.chunk, row: candidate.row)
            )
        }
        return Array(exact.sorted(by: Match.ranksBefore).prefix(limit))
    }

    /// scores = chunk · query
    private mutating func score(_ chunk: Chunk) {
        let dimension = query.values.count
        if scores.count < chunk.count {
            scores.append(contentsOf: repeatElement(0, count: chunk.count - scores.count))
        }
        cblas_sgemv(
            CblasRowMajor,
            CblasNoTrans,
            Int32(chunk.count),
            Int32(dimension),
            1,
            chunk.values,
            Int32(dimension),
            query.values,
            1,
            0,
            &scores,
            1
        )
    }

    /// Drops candidates that better ones have pushed out since.
    private mutating func prune() {
        guard (candidates.count - 1024) / 2 > limit else { return }
        candidates.removeAll { $0.score < threshold.lowest - slack }
    }

    /// Sixteen running sums, added up at the end, whatever the row's place.
    private func dot(_ query: [Float], _ chunk: Chunk, row: Int) -> Float {
        let start = row * query.count
        var sums = SIMD16<Float>.zero
        var index = 0
        query.withUnsafeBufferPointer { query in
            chunk.values.withUnsafeBufferPointer { values in
                while index + 16 <= query.count {
                    let a = UnsafeRawBufferPointer(query).loadUnaligned(
                        fromByteOffset: index * 4,
                        as: SIMD16<Float>.self
                    )
                    let b = UnsafeRawBufferPointer(values)
                        .loadUnaligned(fromByteOffset: (start + index) * 4, as: SIMD16<Float>.self)
                    sums += a * b
                    index += 16
                }
                while index < query.count {
                    sums[index % 16] += query[index] * values[start + index]
                    index += 1
                }
            }
        }
        return sums.sum()
    }
}
