import CVectorKernels

/// Room for some vectors of one partition, in one piece of memory: rows of floats, their codes, and what names them.
///
/// A row is written once, before a reader is told of it, and never again except for the clock of its death.
/// `@unchecked Sendable`, because the compiler can't see that rule: the one writer (`PartitionedIndex` holds a lock)
/// only touches rows that no reader looks at. A reader may load such a row's bytes along with the rest of its block of
/// 16, and throws away what comes of them.
final class Chunk: @unchecked Sendable {
    /// Rows, a multiple of 16.
    let capacity: Int
    let bytes: Int
    private let dimension: Int
    private let memory: UnsafeMutableRawPointer
    private let values: UnsafeMutablePointer<Float>
    private let codes: UnsafeMutablePointer<UInt8>
    private let scales: UnsafeMutablePointer<Float>
    private let errors: UnsafeMutablePointer<Float>
    private let died: UnsafeMutablePointer<UInt32>
    private let entries: UnsafeMutablePointer<EntryKey>

    /// Has room for at least `rows`.
    init(rows: Int, dimension: Int) {
        capacity = (max(rows, 1) + 15) / 16 * 16
        self.dimension = dimension
        var size = 0
        func place(_ bytes: Int) -> Int {
            defer { size += (bytes + 63) / 64 * 64 }
            return size
        }
        let valuesAt = place(capacity * dimension * MemoryLayout<Float>.stride)
        let codesAt = place(vk_code_bytes(capacity, UInt32(dimension)))
        let scalesAt = place(capacity * MemoryLayout<Float>.stride)
        let errorsAt = place(capacity * MemoryLayout<Float>.stride)
        let diedAt = place(capacity * MemoryLayout<UInt32>.stride)
        let entriesAt = place(capacity * MemoryLayout<EntryKey>.stride)
        guard let memory = vk_allocate(size) else { fatalError("no memory for \(size) bytes of vectors") }
        self.memory = memory
        bytes = size
        values = (memory + valuesAt).bindMemory(to: Float.self, capacity: capacity * dimension)
        codes = (memory + codesAt).bindMemory(to: UInt8.self, capacity: scalesAt - codesAt)
        scales = (memory + scalesAt).bindMemory(to: Float.self, capacity: capacity)
        errors = (memory + errorsAt).bindMemory(to: Float.self, capacity: capacity)
        died = (memory + diedAt).bindMemory(to: UInt32.self, capacity: capacity)
        entries = (memory + entriesAt).bindMemory(to: EntryKey.self, capacity: capacity)
        // The rest is written before it's looked at.
        scales.initialize(repeating: 0, count: capacity)
        errors.initialize(repeating: 0, count: capacity)
        died.initialize(repeating: 0, count: capacity)
    }

    deinit { vk_deallocate(memory, bytes) }

    /// The first `count` rows as a scan reads them, at clock 0.
    func span(count: Int) -> vk_span {
        vk_span(
            codes: codes,
            scales: scales,
            errors: errors,
            values: values,
            died: died,
            entries: entries,
            count: UInt32(count),
            clock: 0
        )
    }

    func entry(_ row: Int) -> EntryKey { entries[checked(row)] }

    func values(_ row: Int) -> UnsafeBufferPointer<Float> {
        UnsafeBufferPointer(start: values + checked(row) * dimension, count: dimension)
    }

    func isAlive(_ row: Int) -> Bool { died[checked(row)] == 0 }

    /// - Parameter row: one that no reader has been told of.
    func write(_ entry: EntryKey, _ vector: UnsafeBufferPointer<Float>, row: Int) {
        precondition(vector.count == dimension, "a row of another dimension")
        let target = values + checked(row) * dimension
        target.update(from: vector.baseAddress ?? UnsafePointer(target), count: dimension)
        vk_quantise(target, UInt32(dimension), row, codes, scales, errors)
        entries[row] = entry
    }

    /// The first `count` rows of a smaller chunk, with their deaths, to where this one's first rows are.
    func copyRows(of other: Chunk, count: Int) {
        precondition(count <= other.capacity && other.capacity <= capacity, "a copy into less room")
        values.update(from: other.values, count: count * dimension)
        codes.update(from: other.codes, count: vk_code_bytes(count, UInt32(dimension)))
        scales.update(from: other.scales, count: count)
        errors.update(from: other.errors, count: count)
        died.update(from: other.died, count: count)
        entries.update(from: other.entries, count: count)
    }

    /// Hides the row from readers whose clock is at least `clock`.
    func kill(_ row: Int, at clock: UInt32) { vk_set_died(died + checked(row), clock) }

    private func checked(_ row: Int) -> Int {
        precondition(row >= 0 && row < capacity, "a row outside its chunk")
        return row
    }
}
