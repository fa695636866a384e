import CVectorKernels

/// Some vectors of one partition, in one allocation: rows of floats, their codes and their entries. The floats may be in
/// a mapped file instead.
///
/// A row is written once, before it is published to readers, and is immutable afterwards, except for its deletion
/// timestamp. `@unchecked Sendable`, because the compiler can't see that rule: the one writer (`PartitionedIndex` holds
/// a lock) only writes rows that aren't published. A reader may load such a row's bytes along with the rest of its
/// block of 16, but discards the result.
final class Chunk: @unchecked Sendable {
    /// The number of rows, a multiple of 16: scans read whole blocks of 16 rows.
    let capacity: Int
    /// The size of the allocation.
    let bytes: Int
    private let dimension: Int
    private let memory: UnsafeMutableRawPointer
    private let values: UnsafePointer<Float>
    /// `nil` if the values are in a file.
    private let ownValues: UnsafeMutablePointer<Float>?
    /// Keeps the values in memory.
    private let file: MappedFile?
    private let codes: UnsafeMutablePointer<UInt8>
    private let scales: UnsafeMutablePointer<Float>
    private let errors: UnsafeMutablePointer<Float>
    private let deletedAt: UnsafeMutablePointer<UInt32>
    private let entries: UnsafeMutablePointer<EntryKey>

    /// Has capacity for at least `rows` rows.
    convenience init(rows: Int, dimension: Int) {
        self.init(rows: rows, dimension: dimension, mapped: nil)
    }

    /// A full chunk, whose values are in a file.
    /// - Parameter rows: a multiple of 16.
    convenience init(
        _ entries: UnsafePointer<EntryKey>,
        _ values: UnsafePointer<Float>,
        rows: Int,
        dimension: Int,
        of file: MappedFile
    ) {
        precondition(rows > 0 && rows.isMultiple(of: 16), "a mapped chunk has whole blocks")
        self.init(rows: rows, dimension: dimension, mapped: (values, file))
        self.entries.update(from: entries, count: rows)
        for row in 0..<rows {
            vk_quantise(values + row * dimension, UInt32(dimension), row, codes, scales, errors)
        }
    }

    private init(rows: Int, dimension: Int, mapped: (values: UnsafePointer<Float>, file: MappedFile)?) {
        capacity = (max(rows, 1) + 15) / 16 * 16
        self.dimension = dimension
        var size = 0
        func reserve(_ bytes: Int) -> Int {
            defer { size += (bytes + 63) / 64 * 64 }
            return size
        }
        let valuesOffset = reserve(mapped == nil ? capacity * dimension * MemoryLayout<Float>.stride : 0)
        let codesOffset = reserve(vk_code_bytes(capacity, UInt32(dimension)))
        let scalesOffset = reserve(capacity * MemoryLayout<Float>.stride)
        let errorsOffset = reserve(capacity * MemoryLayout<Float>.stride)
        let deletedAtOffset = reserve(capacity * MemoryLayout<UInt32>.stride)
        let entriesOffset = reserve(capacity * MemoryLayout<EntryKey>.stride)
        guard let memory = vk_allocate(size) else { fatalError("no memory for \(size) bytes of vectors") }
        self.memory = memory
        bytes = size
        ownValues =
            mapped == nil ? (memory + valuesOffset).bindMemory(to: Float.self, capacity: capacity * dimension) : nil
        values = mapped?.values ?? UnsafePointer((memory + valuesOffset).assumingMemoryBound(to: Float.self))
        file = mapped?.file
        codes = (memory + codesOffset).bindMemory(to: UInt8.self, capacity: scalesOffset - codesOffset)
        scales = (memory + scalesOffset).bindMemory(to: Float.self, capacity: capacity)
        errors = (memory + errorsOffset).bindMemory(to: Float.self, capacity: capacity)
        deletedAt = (memory + deletedAtOffset).bindMemory(to: UInt32.self, capacity: capacity)
        entries = (memory + entriesOffset).bindMemory(to: EntryKey.self, capacity: capacity)
        // The other arrays are written before they are read.
        scales.initialize(repeating: 0, count: capacity)
        errors.initialize(repeating: 0, count: capacity)
        deletedAt.initialize(repeating: 0, count: capacity)
    }

    deinit { vk_deallocate(memory, bytes) }

    /// The first `count` rows as a scan reads them, at clock 0.
    func span(count: Int) -> vk_span {
        vk_span(
            codes: codes,
            scales: scales,
            errors: errors,
            values: values,
            deleted_at: deletedAt,
            entries: entries,
            count: UInt32(count),
            clock: 0
        )
    }

    func entry(_ row: Int) -> EntryKey { entries[checked(row)] }

    func values(_ row: Int) -> UnsafeBufferPointer<Float> {
        UnsafeBufferPointer(start: values + checked(row) * dimension, count: dimension)
    }

    func isLive(_ row: Int) -> Bool { deletedAt[checked(row)] == 0 }

    /// - Parameter row: a row that hasn't been published to readers.
    func write(_ entry: EntryKey, _ vector: UnsafeBufferPointer<Float>, row: Int) {
        precondition(vector.count == dimension, "a row of another dimension")
        guard let target = ownValues.map({ $0 + checked(row) * dimension }) else {
            fatalError("a chunk of a file is full")
        }
        target.update(from: vector.baseAddress ?? UnsafePointer(target), count: dimension)
        vk_quantise(target, UInt32(dimension), row, codes, scales, errors)
        entries[row] = entry
    }

    /// Copies the first `count` rows of a smaller chunk to the same rows here, including their deletion timestamps.
    func copyRows(of other: Chunk, count: Int) {
        precondition(count <= other.capacity && other.capacity <= capacity && file == nil, "a copy into less room")
        ownValues?.update(from: other.values, count: count * dimension)
        codes.update(from: other.codes, count: vk_code_bytes(count, UInt32(dimension)))
        scales.update(from: other.scales, count: count)
        errors.update(from: other.errors, count: count)
        deletedAt.update(from: other.deletedAt, count: count)
        entries.update(from: other.entries, count: count)
    }

    /// Hides the row from readers whose clock is at least `clock`.
    func tombstone(_ row: Int, at clock: UInt32) { vk_set_deleted_at(deletedAt + checked(row), clock) }

    private func checked(_ row: Int) -> Int {
        precondition(row >= 0 && row < capacity, "a row outside its chunk")
        return row
    }
}
