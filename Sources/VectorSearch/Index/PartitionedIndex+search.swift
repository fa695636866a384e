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
        return scan(Snapshot(published, keys), limit, precision, isIncluded).matches(unit.values).first ?? []
    }

    /// The closest of all vectors.
    public func search(query: [Float], limit: Int, precision: Precision? = nil) throws(VectorError) -> [Match] {
        let unit = try UnitVector(query, dimension: dimension)
        return scan(Snapshot(published), limit, precision, nil).matches(unit.values).first ?? []
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
        return scan(snapshot, limit, precision, nil).matches(units)
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
