/// The vectors of one partition: full chunks and a last one that grows.
struct Partition: Sendable {
    private(set) var chunks: [Chunk] = []
    /// Where each entry's row is: chunk · rowsPerChunk + row.
    private var positions: [EntryKey: Int] = [:]
    private let dimension: Int
    private let rowsPerChunk: Int

    init(dimension: Int, rowsPerChunk: Int) {
        self.dimension = dimension
        self.rowsPerChunk = rowsPerChunk
    }

    var count: Int { positions.count }

    func contains(_ entry: EntryKey) -> Bool {
        positions[entry] != nil
    }

    func vector(for entry: EntryKey) -> [Float]? {
        positions[entry].map { Array(chunks[$0 / rowsPerChunk].row($0 % rowsPerChunk, dimension: dimension)) }
    }

    /// True when the entry was new, false when its vector was replaced.
    mutating func set(_ vector: UnitVector, for entry: EntryKey) -> Bool {
        if let position = positions[entry] {
            chunks[position / rowsPerChunk]
                .replaceRow(position % rowsPerChunk, with: entry, vector.values, dimension: dimension)
            return false
        }
        let position = count
        if position / rowsPerChunk == chunks.count { chunks.append(Chunk()) }
        chunks[position / rowsPerChunk].append(entry, vector.values)
        positions[entry] = position
        return true
    }

    /// Fills the hole with the last row. False when there is no such entry.
    mutating func remove(_ entry: EntryKey) -> Bool {
        guard let hole = positions.removeValue(forKey: entry) else { return false }
        // `positions` has one entry fewer already, so its count is the last row's position.
        let last = positions.count
        if hole != last {
            let moved = chunks[last / rowsPerChunk].entries[last % rowsPerChunk]
            // A copy of the row, because a slice would share the chunk and make the writes below copy all of it.
            let vector = Array(chunks[last / rowsPerChunk].row(last % rowsPerChunk, dimension: dimension))
            chunks[hole / rowsPerChunk].replaceRow(hole % rowsPerChunk, with: moved, vector, dimension: dimension)
            positions[moved] = hole
        }
        removeLastRow()
        return true
    }

    private mutating func removeLastRow() {
        let last = chunks.count - 1
        chunks[last].removeLast(dimension: dimension)
        if chunks[last].count == 0 { chunks.removeLast() }
    }
}
