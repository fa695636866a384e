/// A whole partition, made beside the index and not in it yet.
public struct LoadedPartition: Sendable {
    public let key: PartitionKey
    private(set) var partition: Partition

    /// The partition's entries; one may have several vectors.
    public var count: Int { partition.count }
    /// Memory that its rows take, in bytes.
    public var bytes: Int { partition.bytes }

    init(key: PartitionKey, partition: Partition) {
        self.key = key
        self.partition = partition
    }

    /// Replaces all of an entry's vectors.
    public mutating func set(_ vectors: [[Float]], for entry: EntryKey) throws(VectorError) {
        guard !vectors.isEmpty else { throw .none }
        var units: [UnitVector] = []
        for vector in vectors { units.append(try UnitVector(vector, dimension: partition.dimension)) }
        _ = partition.set(units, for: entry)
    }

    public mutating func remove(_ entry: EntryKey) { _ = partition.remove(entry) }
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

    mutating func append(trusted vector: UnsafeBufferPointer<Float>, _ entry: EntryKey) {
        partition.load(entry, vector)
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
        partition.reserve(rows)
        return PartitionLoader(key: key, partition: partition)
    }
}
