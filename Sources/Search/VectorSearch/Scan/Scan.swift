import CVectorKernels
import Dispatch
import Synchronization

/// One pass over a snapshot, for one query or several.
struct Scan {
    let snapshot: SearchSnapshot
    let dimension: Int
    let limit: Int
    /// How many more matches are kept as long as they tie with the last one.
    let ties: Int
    let precision: Precision
    let isIncluded: ((EntryKey) -> Bool)?
    let kernels: Kernels

    /// With this many rows for each, one query is worth more threads.
    let rowsPerThread: Int
    private static let maxThreads = 4

    /// - Parameter queries: unit vectors, one after the other.
    /// - Returns: the matches of each query, best first.
    func matches(_ queries: [Float]) -> [[Match]] {
        let count = queries.count / dimension
        let rows = snapshot.rowCount
        guard rows > 0, limit > 0 else { return Array(repeating: [], count: count) }
        let parts = count == 1 && isIncluded == nil ? min(rows / rowsPerThread, Self.maxThreads) : 1
        return parts > 1 ? [matches(queries, parts: parts, rows: rows)] : matches(queries, 0..<snapshot.spans.count)
    }

    /// Scans parts of the spans at once. The best of all parts are the best of the parts' best.
    private func matches(_ query: [Float], parts: Int, rows: Int) -> [Match] {
        let found = Mutex<[Match]>([])
        let ranges = snapshot.ranges(parts, rows: rows)
        // Only read. Its filter, which needn't be callable from several threads, is `nil`.
        nonisolated(unsafe) let scan = self
        DispatchQueue.concurrentPerform(iterations: ranges.count) { part in
            let some = scan.matches(query, ranges[part]).first ?? []
            found.withLock { $0 += some }
        }
        return Match.best(limit, of: found.withLock { $0 }.sorted(by: Match.ranksBefore), ties: ties)
    }

    private func matches(_ queries: [Float], _ range: Range<Int>) -> [[Match]] {
        let count = queries.count / dimension
        let rows = snapshot.spans[range].reduce(0) { $0 + Int($1.count) }
        guard rows > 0 else { return Array(repeating: [], count: count) }
        var results: [[Match]] = []
        results.reserveCapacity(count)
        var filter = Filter(isIncluded: isIncluded ?? { _ in true })
        withUnsafeMutablePointer(to: &filter) { filter in
            snapshot.withSpans { all in
                let spans = UnsafeBufferPointer(rebasing: all[range])
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
                        results += run(request, count: some, from: range.lowerBound)
                    }
                }
            }
        }
        return results
    }

    private func run(_ request: vk_request, count: Int, from first: Int) -> [[Match]] {
        var answers = [vk_result](repeating: vk_result(), count: count)
        var request = request
        guard vk_search(&request, &answers) else { fatalError("no memory for a search among vectors") }
        defer { vk_free(&answers, UInt32(count)) }
        return answers.map { best(UnsafeBufferPointer(start: $0.found, count: $0.count), from: first) }
    }

    /// The kernels return more than `limit` rows: near candidates, and all that tie with the last one.
    private func best(_ found: UnsafeBufferPointer<vk_match>, from first: Int) -> [Match] {
        var threshold = -Float.infinity
        if found.count > limit {
            var top = TopScores(limit: limit)
            for candidate in found { top.insert(candidate.score) }
            threshold = top.lowestKept
        }
        var matches: [Match] = []
        for candidate in found where candidate.score >= threshold {
            let span = snapshot.spans[first + Int(candidate.span)]
            guard let entries = span.entries else { continue }
            let entry = entries.load(
                fromByteOffset: Int(candidate.row) * MemoryLayout<EntryKey>.stride,
                as: EntryKey.self
            )
            let partition = snapshot.partitions[first + Int(candidate.span)]
            matches.append(Match(entry: entry, partition: partition, score: candidate.score))
        }
        matches.sort(by: Match.ranksBefore)
        return Match.best(limit, of: matches, ties: ties)
    }

    private struct Filter {
        let isIncluded: (EntryKey) -> Bool

        static let includes: @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Bool = { context, entry in
            guard let context, let entry else { return false }
            return context.assumingMemoryBound(to: Filter.self).pointee.isIncluded(entry.load(as: EntryKey.self))
        }
    }
}
