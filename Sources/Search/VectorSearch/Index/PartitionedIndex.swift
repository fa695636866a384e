import CBLAS
import CVectorKernels
import Foundation
import Synchronization

/// Exact in-memory cosine search over vectors that are grouped into partitions.
///
/// A search names the partitions to read, and its cost depends only on those.
///
/// Writers take turns. A change is published by storing one word, or one pointer if the partition's memory has moved. A
/// search loads that pointer and never waits for a write. It sees each write entirely or not at all. Memory that
/// writers have replaced is freed by the last search that reads it.
public final class PartitionedIndex: Sendable {
    public let dimension: Int
    let kernels: Kernels
    let rowsPerChunk: Int
    let rowsPerThread: Int
    private let partitions = Mutex<[PartitionKey: Partition]>([:])
    /// Locked only while a reference is copied or stored.
    private let table = Mutex(PartitionTable())
    private let total = Atomic(0)
    /// Whether a scan may find an entry more than once.
    let hasMultiVectorEntries = Atomic(false)

    /// `dimension` must be 1 to 32 768.
    public convenience init(dimension: Int) {
        self.init(dimension: dimension, rowsPerChunk: 1024)
    }

    /// - Parameters:
    ///   - rowsPerChunk: 1024 rows of 384 dimensions fill most of one huge page of memory.
    ///   - rowsPerThread: how many rows a search for one query reads on each thread, at least.
    package init(
        dimension: Int,
        rowsPerChunk: Int,
        kernels: Kernels = .best,
        rowsPerThread: Int = PartitionedIndex.defaultRowsPerThread
    ) {
        precondition((1...Int(VK_MAX_DIMENSION)).contains(dimension), "an index has 1 to 32768 dimensions")
        precondition(rowsPerChunk > 0, "a chunk has at least one row")
        _ = Self.keepBLASOnTheCallingThread
        self.dimension = dimension
        self.rowsPerChunk = rowsPerChunk
        self.kernels = kernels
        self.rowsPerThread = rowsPerThread
    }

    /// On one processor a second thread would only take turns.
    package static let defaultRowsPerThread = ProcessInfo.processInfo.activeProcessorCount > 1 ? 65_536 : Int.max

    /// A scan is bound by memory, and searches already run in parallel. Set before the first call to BLAS, because the
    /// number of threads must not change during a computation. Applies to the whole process.
    private static let keepBLASOnTheCallingThread: Void = openblas_set_num_threads(1)

    /// Adds a vector, or replaces the entry's vectors in this partition. The vector is scaled to length 1.
    ///
    /// - Returns: whether the entry is new.
    ///
    /// - Throws: `VectorError` if the vector has another dimension, isn't finite or is zero.
    @discardableResult
    public func set(
        _ vector: [Float],
        for entry: EntryKey,
        in partition: PartitionKey
    ) throws(VectorError) -> Bool {
        try set([vector], for: entry, in: partition)
    }

    /// Sets several vectors for an entry, which is then found by the nearest of them.
    ///
    /// - Throws: `VectorError`: `.empty` if there are none, or the reason why one of them is invalid.
    @discardableResult
    public func set(
        _ vectors: [[Float]],
        for entry: EntryKey,
        in partition: PartitionKey
    ) throws(VectorError) -> Bool {
        guard !vectors.isEmpty else { throw .empty }
        var units: [UnitVector] = []
        for vector in vectors { units.append(try UnitVector(vector, dimension: dimension)) }
        if units.count > 1 { hasMultiVectorEntries.store(true, ordering: .relaxed) }
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

    /// Returns whether the entry was there.
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

    /// Removes a partition with all its vectors. Returns whether it was there.
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
            replaceTable(with: PartitionTable())
        }
    }

    /// Adds whole partitions, which become visible to searches at once, and replaces those with the same keys. The
    /// caller first applies to them all changes made since they were read.
    public func replace(_ loaded: [LoadedPartition]) {
        let taken = loaded.map { ($0.key, $0.take()) }
        if taken.contains(where: \.1.hasMultiVectorEntries) { hasMultiVectorEntries.store(true, ordering: .relaxed) }
        partitions.withLock { partitions in
            var changed = published
            for (key, partition) in taken {
                let old = partitions.updateValue(partition, forKey: key)
                changed[key] = partition.view
                total.add(partition.count - (old?.count ?? 0), ordering: .relaxed)
            }
            replaceTable(with: changed)
        }
    }

    /// The memory of a partition's rows, in bytes, without what is in a file.
    public func bytes(of partition: PartitionKey) -> Int { partitions.withLock { $0[partition]?.bytes ?? 0 } }

    /// The number of entries in all partitions.
    public var count: Int { total.load(ordering: .relaxed) }

    public func count(in partition: PartitionKey) -> Int {
        partitions.withLock { $0[partition]?.count ?? 0 }
    }

    public func contains(_ entry: EntryKey, in partition: PartitionKey) -> Bool {
        partitions.withLock { $0[partition]?.contains(entry) ?? false }
    }

    /// The stored vectors, scaled to length 1. Empty if the entry is unknown.
    public func vectors(for entry: EntryKey, in partition: PartitionKey) -> [[Float]] {
        partitions.withLock { $0[partition]?.vectors(for: entry) ?? [] }
    }

    /// The partitions that a search starting now sees.
    var published: PartitionTable { table.withLock { $0 } }

    /// Called only while `partitions` is locked, so that changes are published in order.
    private func publish(_ view: PartitionView?, for partition: PartitionKey) {
        var changed = published
        changed[partition] = view
        replaceTable(with: changed)
    }

    /// The old table is released after the lock, because that may free memory.
    private func replaceTable(with new: PartitionTable) {
        let old = table.withLock { table in
            let old = table
            table = new
            return old
        }
        withExtendedLifetime(old) {}
    }
}
