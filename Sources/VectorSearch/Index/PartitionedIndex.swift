import CBLAS
import CVectorKernels
import Synchronization

/// Exact cosine search over vectors that lie in partitions, in memory.
///
/// A search names the partitions it may see and reads nothing else, so its cost follows those.
///
/// Readers and writers: writers take turns. What they change becomes visible by one stored word, or by one pointer when
/// a partition's memory moved; a search picks that pointer up and never waits for a write. It sees each write entirely
/// or not at all. Memory that writers have left behind is freed by the last search that reads it.
public final class PartitionedIndex: Sendable {
    public let dimension: Int
    let kernels: Kernels
    let rowsPerChunk: Int
    private let partitions = Mutex<[PartitionKey: Partition]>([:])
    /// Locked for as long as it takes to copy or store a reference.
    private let directory = Mutex(Directory())
    private let total = Atomic(0)
    /// Whether a search may meet an entry twice.
    let mayHaveSeveral = Atomic(false)

    /// Vectors have `dimension` floats, from one to 32 768.
    public convenience init(dimension: Int) {
        self.init(dimension: dimension, rowsPerChunk: 1024)
    }

    /// - Parameter rowsPerChunk: what fills one huge page of memory at 384 dimensions is 1024.
    package init(dimension: Int, rowsPerChunk: Int, kernels: Kernels = .best) {
        precondition((1...Int(VK_MOST_DIMENSIONS)).contains(dimension), "an index has 1 to 32768 dimensions")
        precondition(rowsPerChunk > 0, "a chunk has at least one row")
        _ = Self.keepBLASOnTheCallingThread
        self.dimension = dimension
        self.rowsPerChunk = rowsPerChunk
        self.kernels = kernels
    }

    /// A scan is bound by memory, and searches run side by side already. Said before the first call to BLAS, because
    /// its number of threads must not change while it computes. Holds for the whole process.
    private static let keepBLASOnTheCallingThread: Void = openblas_set_num_threads(1)

    /// Adds a vector, or replaces what the entry has in this partition. Scales it to length 1.
    /// True when the entry is new.
    @discardableResult
    public func set(
        _ vector: [Float],
        for entry: EntryKey,
        in partition: PartitionKey
    ) throws(VectorError) -> Bool {
        try set([vector], for: entry, in: partition)
    }

    /// The same for an entry with several vectors: it's found by the nearest of them. At least one.
    @discardableResult
    public func set(
        _ vectors: [[Float]],
        for entry: EntryKey,
        in partition: PartitionKey
    ) throws(VectorError) -> Bool {
        guard !vectors.isEmpty else { throw .none }
        var units: [UnitVector] = []
        for vector in vectors { units.append(try UnitVector(vector, dimension: dimension)) }
        if units.count > 1 { mayHaveSeveral.store(true, ordering: .relaxed) }
        return partitions.withLock { partitions in
            let (isNew, isRebuilt) = partitions[
                partition,
                default: Partition(dimension: dimension, rowsPerChunk: rowsPerChunk)
            ].set(units, for: entry)
            if isNew { total.add(1, ordering: .relaxed) }
            let isFirst = isNew && partitions[partition]?.count == 1
            if isRebuilt || isFirst { publish(partitions[partition]?.view, for: partition) }
            return isNew
        }
    }

    /// False when there was no such entry.
    @discardableResult
    public func remove(_ entry: EntryKey, from partition: PartitionKey) -> Bool {
        partitions.withLock { partitions in
            guard let (wasThere, isRebuilt) = partitions[partition]?.remove(entry) else { return false }
            if wasThere { total.subtract(1, ordering: .relaxed) }
            let isEmpty = partitions[partition]?.count == 0
            if isEmpty { partitions[partition] = nil }
            if isRebuilt || isEmpty { publish(partitions[partition]?.view, for: partition) }
            return wasThere
        }
    }

    /// Forgets a partition with all its vectors. False when there was none.
    @discardableResult
    public func removePartition(_ partition: PartitionKey) -> Bool {
        partitions.withLock { partitions in
            guard let removed = partitions.removeValue(forKey: partition) else { return false }
            total.subtract(removed.count, ordering: .relaxed)
            publish(nil, for: partition)
            return true
        }
    }

    public func removeAll() {
        partitions.withLock { partitions in
            partitions.removeAll()
            total.store(0, ordering: .relaxed)
            replaceDirectory(by: Directory())
        }
    }

    /// Takes whole partitions, for searches to see all at once. They replace what is there by the same names: what was
    /// changed there since they were read is the caller's to apply to them first.
    public func adopt(_ loaded: [LoadedPartition]) {
        let taken = loaded.map { ($0.key, $0.take()) }
        if taken.contains(where: \.1.hasSeveral) { mayHaveSeveral.store(true, ordering: .relaxed) }
        partitions.withLock { partitions in
            var changed = published
            for (key, partition) in taken {
                let old = partitions.updateValue(partition, forKey: key)
                changed[key] = partition.view
                total.add(partition.count - (old?.count ?? 0), ordering: .relaxed)
            }
            replaceDirectory(by: changed)
        }
    }

    /// Memory that a partition's rows take, in bytes.
    public func bytes(of partition: PartitionKey) -> Int { partitions.withLock { $0[partition]?.bytes ?? 0 } }

    /// All entries.
    public var count: Int { total.load(ordering: .relaxed) }

    public func count(in partition: PartitionKey) -> Int {
        partitions.withLock { $0[partition]?.count ?? 0 }
    }

    public func contains(_ entry: EntryKey, in partition: PartitionKey) -> Bool {
        partitions.withLock { $0[partition]?.contains(entry) ?? false }
    }

    /// The stored vectors, scaled to length 1; none for an unknown entry.
    public func vectors(for entry: EntryKey, in partition: PartitionKey) -> [[Float]] {
        partitions.withLock { $0[partition]?.vectors(for: entry) ?? [] }
    }

    /// What a search that begins now may see.
    var published: Directory { directory.withLock { $0 } }

    /// Only while `partitions` is locked, so that changes come one after the other.
    private func publish(_ view: PartitionView?, for partition: PartitionKey) {
        var changed = published
        changed[partition] = view
        replaceDirectory(by: changed)
    }

    /// What only the old one held is freed after the lock is open again.
    private func replaceDirectory(by new: Directory) {
        let old = directory.withLock { directory in
            let old = directory
            directory = new
            return old
        }
        withExtendedLifetime(old) {}
    }
}
