import Synchronization

/// A whole partition, made beside the index and not in it yet. It goes into one index, once.
public final class LoadedPartition: Sendable {
    public let key: PartitionKey
    /// Nothing after an index has taken it: then its memory has another writer.
    private let partition: Mutex<Partition?>

    init(key: PartitionKey, partition: Partition) {
        self.key = key
        self.partition = Mutex(partition)
    }

    /// The partition's entries; one may have several vectors.
    public var count: Int { partition.withLock { $0?.count ?? 0 } }
    /// Memory that its rows take, in bytes.
    public var bytes: Int { partition.withLock { $0?.bytes ?? 0 } }

    /// Replaces all of an entry's vectors.
    public func set(_ vectors: [[Float]], for entry: EntryKey) throws(VectorError) {
        guard !vectors.isEmpty else { throw .none }
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

/// Collects a partition's rows.
public struct PartitionLoader: ~Copyable {
    private let key: PartitionKey
    private var partition: Partition

    init(key: PartitionKey, partition: consuming Partition) {
        self.key = key
        self.partition = partition
    }

    /// Adds a vector to those that the entry has. One that isn't of length 1 is scaled to it.
    public mutating func append(_ entry: EntryKey, _ vector: [Float]) throws(VectorError) {
        let unit = try UnitVector(vector, dimension: partition.dimension)
        unit.values.withUnsafeBufferPointer { partition.load(entry, $0) }
    }

    /// - Returns: whether it was taken, which is if it has length 1.
    mutating func append(_ entry: EntryKey, unit vector: UnsafeBufferPointer<Float>) -> Bool {
        guard UnitVector.hasUnitLength(vector) else { return false }
        partition.load(entry, vector)
        return true
    }

    public consuming func finish() -> LoadedPartition {
        partition.finish()
        return LoadedPartition(key: key, partition: partition)
    }
}

extension PartitionedIndex {
    /// - Parameter rows: as many are expected.
    public func loader(for key: PartitionKey, rows: Int) -> PartitionLoader {
        var partition = Partition(dimension: dimension, rowsPerChunk: rowsPerChunk)
        partition.reserve(max(1, rows))
        return PartitionLoader(key: key, partition: partition)
    }
}
