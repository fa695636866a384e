import Synchronization

/// A whole partition, built outside of an index. It can be added to one index, once.
public final class LoadedPartition: Sendable {
    public let key: PartitionKey
    /// `nil` once an index has taken it, which is then the only writer of its memory.
    private let partition: Mutex<Partition?>

    init(key: PartitionKey, partition: Partition) {
        self.key = key
        self.partition = Mutex(partition)
    }

    /// The number of entries; one may have several vectors.
    public var count: Int { partition.withLock { $0?.count ?? 0 } }
    /// The memory of the rows, in bytes, without what is in a file.
    public var bytes: Int { partition.withLock { $0?.bytes ?? 0 } }

    /// Replaces all vectors of an entry.
    ///
    /// - Throws: `VectorError`: `.empty` if there are none, or the reason why one of them is invalid.
    public func set(_ vectors: [[Float]], for entry: EntryKey) throws(VectorError) {
        guard !vectors.isEmpty else { throw .empty }
        var units: [UnitVector] = []
        let dimension = partition.withLock { $0?.dimension ?? 0 }
        for vector in vectors { units.append(try UnitVector(vector, dimension: dimension)) }
        partition.withLock { _ = $0?.set(units, for: entry) }
    }

    public func remove(_ entry: EntryKey) { partition.withLock { _ = $0?.remove(entry) } }

    func take() -> Partition {
        partition.withLock { partition in
            guard let taken = partition.take() else { fatalError("a loaded partition goes into one index only") }
            return taken
        }
    }
}

/// Builds a `LoadedPartition` row by row.
public struct PartitionLoader: ~Copyable {
    private let key: PartitionKey
    private var partition: Partition

    init(key: PartitionKey, partition: consuming Partition) {
        self.key = key
        self.partition = partition
    }

    /// Adds a vector to the entry's vectors, scaled to length 1.
    ///
    /// - Throws: `VectorError` if the vector has another dimension, isn't finite or is zero.
    public mutating func append(_ entry: EntryKey, _ vector: [Float]) throws(VectorError) {
        let unit = try UnitVector(vector, dimension: partition.dimension)
        unit.values.withUnsafeBufferPointer { partition.load(entry, $0) }
    }

    public consuming func finish() -> LoadedPartition {
        partition.finish()
        return LoadedPartition(key: key, partition: partition)
    }
}

extension PartitionedIndex {
    /// - Parameter rows: the expected number of vectors.
    public func loader(for key: PartitionKey, rows: Int) -> PartitionLoader {
        var partition = Partition(dimension: dimension, rowsPerChunk: rowsPerChunk)
        partition.reserve(max(1, rows))
        return PartitionLoader(key: key, partition: partition)
    }
}
