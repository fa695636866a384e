import Synchronization

extension PartitionedIndex {
    /// The `limit` vectors of the named partitions that are closest to `query` by cosine: best first, ties by entry.
    ///
    /// Unknown partitions are empty, and one that is named twice counts once. `isIncluded` may leave entries out; it
    /// is asked only about those that would make it into the result so far. The result doesn't depend on `precision`;
    /// without one it's the faster on this processor.
    public func search(
        query: [Float],
        in keys: some Sequence<PartitionKey>,
        limit: Int,
        precision: Precision? = nil,
        where isIncluded: ((EntryKey) -> Bool)? = nil
    ) throws(VectorError) -> [Match] {
        let unit = try UnitVector(query, dimension: dimension)
        return matches(unit.values, Snapshot(published, keys), limit, precision, isIncluded).first ?? []
    }

    /// The closest of all vectors.
    public func search(query: [Float], limit: Int, precision: Precision? = nil) throws(VectorError) -> [Match] {
        let unit = try UnitVector(query, dimension: dimension)
        return matches(unit.values, Snapshot(published), limit, precision, nil).first ?? []
    }

    /// Several searches of the same partitions, or of all, in one pass over the vectors.
    ///
    /// - Returns: for each query what it would find alone.
    public func search(
        queries: [[Float]],
        in keys: (some Sequence<PartitionKey>)?,
        limit: Int,
        precision: Precision? = nil
    ) throws(VectorError) -> [[Match]] {
        var units: [Float] = []
        units.reserveCapacity(queries.count * dimension)
        for query in queries { units += try UnitVector(query, dimension: dimension).values }
        let snapshot = keys.map { Snapshot(published, $0) } ?? Snapshot(published)
        return matches(units, snapshot, limit, precision, nil)
    }

    /// An entry with several vectors counts once, by the nearest: where that leaves too few, it's looked further.
    private func matches(
        _ queries: [Float],
        _ snapshot: Snapshot,
        _ limit: Int,
        _ precision: Precision?,
        _ isIncluded: ((EntryKey) -> Bool)?
    ) -> [[Match]] {
        guard limit > 0 else { return Array(repeating: [], count: queries.count / dimension) }
        guard mayHaveSeveral.load(ordering: .relaxed) else {
            return scan(snapshot, limit, precision, isIncluded).matches(queries)
        }
        // A few more, so that one entry with several near vectors doesn't cost another pass.
        var width = limit < 1 << 20 ? limit * 2 + 8 : limit
        while true {
            let found = scan(snapshot, width, precision, isIncluded).matches(queries)
            let distinct = found.map(Self.distinct)
            let isEnough = zip(found, distinct).allSatisfy { $0.count < width || $1.count >= limit }
            if isEnough { return distinct.map { Array($0.prefix(limit)) } }
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
        _ snapshot: Snapshot,
        _ limit: Int,
        _ precision: Precision?,
        _ isIncluded: ((EntryKey) -> Bool)?
    ) -> Scan {
        Scan(
            snapshot: snapshot,
            dimension: dimension,
            limit: limit,
            precision: precision ?? kernels.fastestPrecision,
            isIncluded: isIncluded,
            kernels: kernels
        )
    }
}
