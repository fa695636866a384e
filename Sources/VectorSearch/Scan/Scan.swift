import CVectorKernels

/// One pass over a snapshot, for one query or several.
struct Scan {
    let snapshot: SearchSnapshot
    let dimension: Int
    let limit: Int
    let precision: Precision
    let isIncluded: ((EntryKey) -> Bool)?
    let kernels: Kernels

    /// - Parameter queries: unit vectors, one after the other.
    /// - Returns: the matches of each query, best first.
    func matches(_ queries: [Float]) -> [[Match]] {
        let count = queries.count / dimension
        let rows = snapshot.rowCount
        guard rows > 0, limit > 0 else { return Array(repeating: [], count: count) }
        var results: [[Match]] = []
        results.reserveCapacity(count)
        var filter = Filter(isIncluded: isIncluded ?? { _ in true })
        withUnsafeMutablePointer(to: &filter) { filter in
            snapshot.withSpans { spans in
                queries.withUnsafeBufferPointer { queries in
                    for first in stride(from: 0, to: count, by: Int(VK_MAX_QUERIES)) {
                        let some = min(Int(VK_MAX_QUERIES), count - first)
                        var request = vk_request(
                            kernels: kernels.pointer,
                            spans: spans.baseAddress,
                            span_count: spans.count,
                            dimension: UInt32(dimension),
                            queries: queries.baseAddress.map { $0 + first * dimension },
                            query_count: UInt32(some),
                            limit: min(limit, rows),
                            precision: precision.kernel,
                            includes: nil,
                            context: filter
                        )
                        if isIncluded != nil { request.includes = Filter.includes }
                        results += run(request, count: some)
                    }
                }
            }
        }
        return results
    }

    private func run(_ request: vk_request, count: Int) -> [[Match]] {
        var answers = [vk_result](repeating: vk_result(), count: count)
        var request = request
        guard vk_search(&request, &answers) else { fatalError("no memory for a search among vectors") }
        defer { vk_free(&answers, UInt32(count)) }
        return answers.map { best(UnsafeBufferPointer(start: $0.found, count: $0.count)) }
    }

    /// The kernels return more than `limit` rows: near candidates, and all that tie with the last one.
    private func best(_ found: UnsafeBufferPointer<vk_match>) -> [Match] {
        var threshold = -Float.infinity
        if found.count > limit {
            var top = TopScores(limit: limit)
            for candidate in found { top.insert(candidate.score) }
            threshold = top.lowestKept
        }
        var matches: [Match] = []
        for candidate in found where candidate.score >= threshold {
            let span = snapshot.spans[Int(candidate.span)]
            guard let entries = span.entries else { continue }
            let entry = entries.load(
                fromByteOffset: Int(candidate.row) * MemoryLayout<EntryKey>.stride,
                as: EntryKey.self
            )
            let partition = snapshot.partitions[Int(candidate.span)]
            matches.append(Match(entry: entry, partition: partition, score: candidate.score))
        }
        matches.sort(by: Match.ranksBefore)
        return Array(matches.prefix(limit))
    }

    private struct Filter {
        let isIncluded: (EntryKey) -> Bool

        static let includes: @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Bool = { context, entry in
            guard let context, let entry else { return false }
            return context.assumingMemoryBound(to: Filter.self).pointee.isIncluded(entry.load(as: EntryKey.self))
        }
    }
}
