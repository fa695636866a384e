/// The writer's side of a partition: full chunks, a growing tail, and the location of each entry.
///
/// Rows are never changed in location, since readers may be reading them. A replacement appends a row to the tail and
/// deletes the old row at the same clock. A chunk with many deleted rows is compacted: its live rows move to the tail.
struct Partition: Sendable {
    private struct Slot {
        var chunk: Chunk
        var used: Int
        var deleted: Int

        var shouldCompact: Bool { deleted > used / 4 + 4 || deleted == used && used > 0 }
    }

    private struct RowLocation: Equatable {
        let chunk: UInt32
        let row: UInt32
    }

    private(set) var view: PartitionView
    /// Chunks keep their index; compacting a chunk frees its index.
    private var chunks: [Slot?]
    private var freeIndices: [Int] = []
    private var tail = 0
    private var clock: UInt32
    private var locations: [EntryKey: RowLocation] = [:]
    /// Further locations of the few entries that have several vectors.
    private var extraLocations: [EntryKey: [RowLocation]] = [:]
    private var isRebuilt = false
    /// The number of rows that loading is expected to add; 0 if unknown.
    private var expectedRows = 0
    let dimension: Int
    private let rowsPerChunk: Int

    init(dimension: Int, rowsPerChunk: Int, clock: UInt32 = 0) {
        self.clock = clock
        self.dimension = dimension
        self.rowsPerChunk = rowsPerChunk
        let chunk = Chunk(rows: 1, dimension: dimension)
        chunks = [Slot(chunk: chunk, used: 0, deleted: 0)]
        view = PartitionView(sealed: [], tail: chunk, tailCount: 0, clock: clock)
    }

    /// The number of entries; one may have several vectors.
    var count: Int { locations.count }

    var hasMultiVectorEntries: Bool { !extraLocations.isEmpty }

    /// The memory of all chunks, including unused rows, without what is in a file.
    var bytes: Int { chunks.reduce(0) { $0 + ($1?.chunk.bytes ?? 0) } }

    func contains(_ entry: EntryKey) -> Bool { locations[entry] != nil }

    func vectors(for entry: EntryKey) -> [[Float]] {
        allLocations(of: entry).compactMap { location in
            chunks[Int(location.chunk)].map { Array($0.chunk.values(Int(location.row))) }
        }
    }

    /// - Parameter vectors: at least one. They replace the entry's vectors.
    /// - Returns: whether the entry is new, and whether `view` was replaced.
    mutating func set(_ vectors: [UnitVector], for entry: EntryKey) -> (isNew: Bool, isRebuilt: Bool) {
        resetIfClockOverflows()
        let old = allLocations(of: entry)
        locations[entry] = nil
        extraLocations[entry] = nil
        for vector in vectors { vector.values.withUnsafeBufferPointer { append(entry, $0) } }
        clock += 1
        tombstone(old)
        return (old.isEmpty, publish())
    }

    /// - Returns: whether the entry was there, and whether `view` was replaced.
    mutating func remove(_ entry: EntryKey) -> (wasThere: Bool, isRebuilt: Bool) {
        resetIfClockOverflows()
        let old = allLocations(of: entry)
        guard !old.isEmpty else { return (false, publish()) }
        locations[entry] = nil
        extraLocations[entry] = nil
        clock += 1
        tombstone(old)
        return (true, publish())
    }

    /// Adds a vector to the entry's vectors, before the partition is published to readers.
    mutating func load(_ entry: EntryKey, _ vector: UnsafeBufferPointer<Float>) { append(entry, vector) }

    /// Adds a file's vectors, before the partition is published to readers. Their floats stay in the file, except for those
    /// of up to 15 rows that fill no block.
    mutating func load(
        _ entries: UnsafePointer<EntryKey>,
        _ values: UnsafePointer<Float>,
        rows: Int,
        of file: MappedFile
    ) {
        locations.reserveCapacity(rows)
        let whole = rows / 16 * 16
        let maxRows = max(rowsPerChunk / 16, 1) * 16
        for first in stride(from: 0, to: whole, by: maxRows) {
            let count = min(maxRows, whole - first)
            let chunk = Chunk(
                entries + first,
                values + first * dimension,
                rows: count,
                dimension: dimension,
                of: file
            )
            chunks.append(Slot(chunk: chunk, used: count, deleted: 0))
            for row in 0..<count {
                add(RowLocation(chunk: UInt32(chunks.count - 1), row: UInt32(row)), of: entries[first + row])
            }
            isRebuilt = true
        }
        for row in whole..<rows {
            append(entries[row], UnsafeBufferPointer(start: values + row * dimension, count: dimension))
        }
    }

    /// Reserves memory, so that loading doesn't copy rows that are already loaded.
    mutating func reserve(_ rows: Int) {
        locations.reserveCapacity(rows)
        expectedRows = rows
        guard locations.isEmpty, chunks.count == 1 else { return }
        chunks[0] = Slot(chunk: Chunk(rows: min(rows, rowsPerChunk), dimension: dimension), used: 0, deleted: 0)
        isRebuilt = true
    }

    /// Ends loading.
    mutating func finish() {
        expectedRows = 0
        _ = publish()
    }

    private func allLocations(of entry: EntryKey) -> [RowLocation] {
        guard let location = locations[entry] else { return [] }
        return [location] + (extraLocations[entry] ?? [])
    }

    /// Deletes all rows at one clock, and only then compacts chunks, which moves live rows.
    private mutating func tombstone(_ locations: [RowLocation]) {
        for location in locations {
            let number = Int(location.chunk)
            chunks[number]?.chunk.tombstone(Int(location.row), at: clock)
            chunks[number]?.deleted += 1
        }
        for number in Set(locations.map { Int($0.chunk) }) where chunks[number]?.shouldCompact == true {
            compact(number)
        }
    }

    private mutating func publish() -> Bool {
        let tailCount = chunks[tail]?.used ?? 0
        guard isRebuilt else {
            view.publish(tailCount: tailCount, clock: clock)
            return false
        }
        isRebuilt = false
        guard let last = chunks[tail] else { return false }
        let sealed = chunks.enumerated().compactMap { number, slot in
            number == tail ? nil : slot.map { (chunk: $0.chunk, count: $0.used) }
        }
        view = PartitionView(sealed: sealed, tail: last.chunk, tailCount: tailCount, clock: clock)
        return true
    }

    private mutating func append(_ entry: EntryKey, _ vector: UnsafeBufferPointer<Float>) {
        makeRoom()
        guard let slot = chunks[tail] else { return }
        slot.chunk.write(entry, vector, row: slot.used)
        add(RowLocation(chunk: UInt32(tail), row: UInt32(slot.used)), of: entry)
        chunks[tail]?.used += 1
    }

    private mutating func add(_ location: RowLocation, of entry: EntryKey) {
        if locations[entry] == nil {
            locations[entry] = location
        } else {
            extraLocations[entry, default: []].append(location)
        }
    }

    /// The tail grows by a quarter, as a copy, up to the size of a chunk. Then a new tail begins.
    private mutating func makeRoom() {
        guard let slot = chunks[tail] else { return }
        guard slot.used == min(slot.chunk.capacity, rowsPerChunk) else { return }
        isRebuilt = true
        if slot.used >= rowsPerChunk {
            let loaded = chunks.reduce(0) { $0 + ($1?.used ?? 0) }
            startTail(rows: min(max(256, expectedRows - loaded), rowsPerChunk))
            return
        }
        // By a quarter only: rows are large and cheap to copy, and an index runs out of memory first.
        let grown = min(slot.used + max(16, slot.used / 4), rowsPerChunk)
        let chunk = Chunk(rows: grown, dimension: dimension)
        chunk.copyRows(of: slot.chunk, count: slot.used)
        chunks[tail]?.chunk = chunk
    }

    private mutating func startTail(rows: Int) {
        let slot = Slot(chunk: Chunk(rows: rows, dimension: dimension), used: 0, deleted: 0)
        if let number = freeIndices.popLast() {
            chunks[number] = slot
            tail = number
        } else {
            tail = chunks.count
            chunks.append(slot)
        }
    }

    /// Moves the live rows to the tail. Readers find them there only in the next view.
    private mutating func compact(_ number: Int) {
        guard let slot = chunks[number] else { return }
        isRebuilt = true
        chunks[number] = nil
        // The index is reusable once no location refers to it.
        defer { freeIndices.append(number) }
        if number == tail { startTail(rows: slot.used - slot.deleted + 1) }
        for row in 0..<slot.used where slot.chunk.isLive(row) {
            let entry = slot.chunk.entry(row)
            removeLocation(RowLocation(chunk: UInt32(number), row: UInt32(row)), of: entry)
            append(entry, slot.chunk.values(row))
        }
    }

    private mutating func removeLocation(_ location: RowLocation, of entry: EntryKey) {
        let rest = allLocations(of: entry).filter { $0 != location }
        locations[entry] = rest.first
        extraLocations[entry] = rest.count > 1 ? Array(rest.dropFirst()) : nil
    }

    /// Rebuilds the partition with clock 0 when the 32-bit clock is exhausted.
    private mutating func resetIfClockOverflows() {
        guard clock == .max else { return }
        var fresh = Partition(dimension: dimension, rowsPerChunk: rowsPerChunk)
        for entry in locations.keys {
            for location in allLocations(of: entry) {
                if let slot = chunks[Int(location.chunk)] { fresh.append(entry, slot.chunk.values(Int(location.row))) }
            }
        }
        fresh.isRebuilt = true
        self = fresh
    }
}
