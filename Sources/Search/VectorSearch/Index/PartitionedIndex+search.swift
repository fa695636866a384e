import Synchronization

extension PartitionedIndex {
    /// The `limit` entries of the given partitions that are closest to `query` by cosine, best first. Ties are ordered
    /// by entry.
    ///
    /// Unknown partitions count as empty, and duplicates in `keys` are ignored. `isIncluded` filters entries; it is
    /// called only for candidates that would otherwise be among the best so far. `precision` doesn't change the result;
    /// by default it is the faster one on this processor.
    ///
    /// - Parameter ties: how many more entries are returned as long as they are exactly as close as the last one, so that a
    ///   caller who orders equal ones otherwise has them all.
    /// - Throws: `VectorError` if `query` has another dimension, isn't finite or is zero.
    public func search(
        query: [Float],
        in keys: some Sequence<PartitionKey>,
        limit: Int,
        ties: Int = 0,
        precision: Precision? = nil,
        where isIncluded: ((EntryKey) -> Bool)? = nil
    ) throws(VectorError) -> [Match] {
        let unit = try UnitVector(query, dimension: dimension)
        return matches(unit.values, SearchSnapshot(published, keys), limit, ties, precision, isIncluded).first ?? []
    }

    /// The closest entries of all partitions.
    ///
    /// - Throws: `VectorError` if `query` has another dimension, isn't finite or is zero.
    public func search(query: [Float], limit: Int, precision: Precision? = nil) throws(VectorError) -> [Match] {
        let unit = try UnitVector(query, dimension: dimension)
        return matches(unit.values, SearchSnapshot(published), limit, 0, precision, nil).first ?? []
    }

    /// Searches for several queries in one pass over the given partitions, or over all if `keys` is `nil`.
    ///
    /// - Returns: for each query the same matches as a search for it alone.
    ///
    /// - Throws: `VectorError` if a query has another dimension, isn't finite or is zero.
    public func search(
        queries: [[Float]],
        in keys: (some Sequence<PartitionKey>)?,
        limit: Int,
        precision: Precision? = nil
    ) throws(VectorError) -> [[Match]] {
        var units: [Float] = []
        units.reserveCapacity(queries.count * dimension)
        for query in queries { units += try UnitVector(query, dimension: dimension).values }
        let snapshot = keys.map { SearchSnapshot(published, $0) } ?? SearchSnapshot(published)
        return matches(units, snapshot, limit, 0, precision, nil)
    }

    /// An entry with several vectors counts once, by the nearest of them. If too few entries remain, a wider scan
    /// follows.
    private func matches(
        _ queries: [Float],
        _ snapshot: SearchSnapshot,
        _ limit: Int,
        _ ties: Int,
        _ precision: Precision?,
        _ isIncluded: ((EntryKey) -> Bool)?
    ) -> [[Match]] {
        guard limit > 0 else { return Array(repeating: [], count: queries.count / dimension) }
        guard hasMultiVectorEntries.load(ordering: .relaxed) else {
            return scan(snapshot, limit, ties, precision, isIncluded).matches(queries)
        }
        // Some more than `limit`, so that an entry with several near vectors doesn't cost another pass.
        var width = limit < 1 << 20 ? limit * 2 + 8 : limit
        while true {
            let found = scan(snapshot, width, ties, precision, isIncluded).matches(queries)
            let distinct = found.map(Self.distinct)
            let isEnough = zip(found, distinct).allSatisfy { $0.count < width || $1.count >= limit }
            if isEnough { return distinct.map { Match.best(limit, of: $0, ties: ties) } }
            width = width.multipliedReportingOverflow(by: 4).overflow ? .max : width * 4
        }
    }

    private static func distinct(_ matches: [Match]) -> [Match] {
        struct Name: Hashable {
            let entry: EntryKey
            let partition: PartitionKey
        }
        var seen: Set<Name> = []
        return matches.filter { seen.insert(Name(entry: $0.entry, partition: $0.partition)).inserted }
    }

    private func scan(
        _ snapshot: SearchSnapshot,
        _ limit: Int,
        _ ties: Int,
        _ precision: Precision?,
        _ isIncluded: ((EntryKey) -> Bool)?
    ) -> Scan {
        Scan(
            snapshot: snapshot,
            dimension: dimension,
            limit: limit,
            ties: ties,
            precision: precision ?? kernels.fastestPrecision,
            isIncluded: isIncluded,
            kernels: kernels,
            rowsPerThread: rowsPerThread
        )
    }
}
