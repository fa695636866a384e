import CBLAS
import Synchronization

/// Exact cosine search over vectors that lie in partitions, in memory.
///
/// A search names the partitions it may see and reads nothing else, so its cost follows those.
///
/// Readers and writers: one lock guards the table of partitions and is held for as long as a write takes, or for
/// as long as a search takes to pick up its partitions' chunks (references, no vectors). Scanning runs outside the
/// lock on that snapshot, so a search never waits for another search, and sees each write entirely or not at all. A
/// writer that changes a chunk while a search holds it copies that chunk, at most `rowsPerChunk` rows.
public final class PartitionedIndex: Sendable {
    public let dimension: Int
    private let rowsPerChunk: Int
    private let partitions = Mutex<[PartitionKey: Partition]>([:])

    /// Vectors have `dimension` floats, at least one.
    public convenience init(dimension: Int) {
        self.init(dimension: dimension, rowsPerChunk: 1024)
    }

    init(dimension: Int, rowsPerChunk: Int) {
        precondition(dimension > 0 && rowsPerChunk > 0, "an index needs at least one dimension and one row")
        _ = Self.keepBLASOnTheCallingThread
        self.dimension = dimension
        self.rowsPerChunk = rowsPerChunk
    }

    /// A scan is bound by memory, and searches run side by side already. Said before the first call to BLAS, because
    /// its number of threads must not change while it computes. Holds for the whole process.
    private static let keepBLASOnTheCallingThread: Void = openblas_set_num_threads(1)

    /// Adds a vector, or replaces the one that the entry has in this partition. Scales it to length 1.
    /// True when the entry is new.
    @discardableResult
    public func set(
        _ vector: [Float],
        for entry: EntryKey,
        in partition: PartitionKey
    ) throws(VectorError) -> Bool {
        let unit = try UnitVector(vector, dimension: dimension)
        return partitions.withLock { partitions in
            partitions[partition, default: Partition(dimension: dimension, rowsPerChunk: rowsPerChunk)]
                .set(unit, for: entry)
        }
    }

    /// False when there was no such entry.
    @discardableResult
    public func remove(_ entry: EntryKey, from partition: PartitionKey) -> Bool {
        partitions.withLock { partitions in
            guard partitions[partition]?.remove(entry) == true else { return false }
            if partitions[partition]?.count == 0 { partitions[partition] = nil }
            return true
        }
    }

    /// Forgets a partition with all its vectors. False when there was none.
    @discardableResult
    public func removePartition(_ partition: PartitionKey) -> Bool {
        partitions.withLock { $0.removeValue(forKey: partition) != nil }
    }

    public func removeAll() {
        partitions.withLock { $0.removeAll() }
    }

    /// All vectors.
    public var count: Int {
        partitions.withLock { $0.values.reduce(0) { $0 + $1.count } }
    }

    public func count(in partition: PartitionKey) -> Int {
        partitions.withLock { $0[partition]?.count ?? 0 }
    }

    public func contains(_ entry: EntryKey, in partition: PartitionKey) -> Bool {
        partitions.withLock { $0[partition]?.contains(entry) ?? false }
    }

    /// The stored vector, scaled to length 1.
    public func vector(for entry: EntryKey, in partition: PartitionKey) -> [Float]? {
        partitions.withLock { $0[partition]?.vector(for: entry) }
    }

    /// The `limit` vectors of the named partitions that are closest to `query` by cosine: best first, ties by entry.
    ///
    /// Unknown partitions are empty, and one that is named twice counts once. `isIncluded` may leave entries out; it
    /// is asked only about those that would make it into the result so far.
    public func search(
        query: [Float],
        in keys: some Sequence<PartitionKey>,
        limit: Int,
        where isIncluded: (EntryKey) -> Bool = { _ in true }
    ) throws(VectorError) -> [Match] {
        let unit = try UnitVector(query, dimension: dimension)
        guard limit > 0 else { return [] }
        let wanted = Set(keys)
        let found: [(PartitionKey, [Chunk])] = partitions.withLock { partitions in
            wanted.compactMap { key in partitions[key].map { (key, $0.chunks) } }
        }
        var scan = Scan(query: unit, limit: limit)
        for (partition, chunks) in found {
            for chunk in chunks { scan.add(chunk, of: partition, where: isIncluded) }
        }
        return scan.matches()
    }
}
