/// The writer's side of a partition: full chunks, a tail that grows, and where every entry is.
///
/// A row is never changed in place, since readers may be looking at it. A replacement is a new row in the tail and the
/// old one's death at the same clock; a chunk with many dead rows is dissolved, its living rows move to the tail.
struct Partition: Sendable {
    private struct Held {
        var chunk: Chunk
        var used: Int
        var dead: Int

        var isWorthDissolving: Bool { dead > used / 4 + 4 || dead == used && used > 0 }
    }

    private struct Place {
        let chunk: UInt32
        let row: UInt32
    }

    private(set) var view: PartitionView
    /// Chunks keep their numbers; one that was dissolved leaves its number free.
    private var chunks: [Held?]
    private var free: [Int] = []
    private var tail = 0
    private var clock: UInt32
    private var places: [EntryKey: Place] = [:]
    private var isRebuilt = false
    private let dimension: Int
    private let rowsPerChunk: Int

    init(dimension: Int, rowsPerChunk: Int, clock: UInt32 = 0) {
        self.clock = clock
        self.dimension = dimension
        self.rowsPerChunk = rowsPerChunk
        let chunk = Chunk(rows: 1, dimension: dimension)
        chunks = [Held(chunk: chunk, used: 0, dead: 0)]
        view = PartitionView(sealed: [], tail: chunk, tailCount: 0, clock: clock)
    }

    /// Many rows at once, in chunks that just hold them.
    ///
    /// - Parameter values: `dimension` for each entry, vectors of length 1.
    init(
        entries: UnsafeBufferPointer<EntryKey>,
        values: UnsafePointer<Float>,
        dimension: Int,
        rowsPerChunk: Int
    ) {
        self.init(dimension: dimension, rowsPerChunk: rowsPerChunk)
        places.reserveCapacity(entries.count)
        for (number, entry) in entries.enumerated() {
            if number.isMultiple(of: rowsPerChunk) {
                if number == 0 { free.append(tail) }
                startTail(rows: min(entries.count - number, rowsPerChunk))
            }
            append(entry, UnsafeBufferPointer(start: values + number * dimension, count: dimension))
        }
        isRebuilt = true
        _ = publish()
    }

    var count: Int { places.count }

    func contains(_ entry: EntryKey) -> Bool { places[entry] != nil }

    func vector(for entry: EntryKey) -> [Float]? {
        guard let place = places[entry], let held = chunks[Int(place.chunk)] else { return nil }
        return Array(held.chunk.values(Int(place.row)))
    }

    /// - Returns: whether the entry is new, and whether `view` is another object now.
    mutating func set(_ vector: UnitVector, for entry: EntryKey) -> (isNew: Bool, isRebuilt: Bool) {
        startAgainIfClockEnds()
        let old = places[entry]
        vector.values.withUnsafeBufferPointer { append(entry, $0) }
        clock += 1
        if let old { kill(old) }
        return (old == nil, publish())
    }

    /// - Returns: whether there was such an entry, and whether `view` is another object now.
    mutating func remove(_ entry: EntryKey) -> (wasThere: Bool, isRebuilt: Bool) {
        startAgainIfClockEnds()
        guard let place = places.removeValue(forKey: entry) else { return (false, publish()) }
        clock += 1
        kill(place)
        return (true, publish())
    }

    private mutating func kill(_ place: Place) {
        let number = Int(place.chunk)
        chunks[number]?.chunk.kill(Int(place.row), at: clock)
        chunks[number]?.dead += 1
        if chunks[number]?.isWorthDissolving == true { dissolve(number) }
    }

    private mutating func publish() -> Bool {
        let tailCount = chunks[tail]?.used ?? 0
        guard isRebuilt else {
            view.publish(tailCount: tailCount, clock: clock)
            return false
        }
        isRebuilt = false
        guard let last = chunks[tail] else { return false }
        let sealed = chunks.enumerated().compactMap { number, held in
            number == tail ? nil : held.map { (chunk: $0.chunk, count: $0.used) }
        }
        view = PartitionView(sealed: sealed, tail: last.chunk, tailCount: tailCount, clock: clock)
        return true
    }

    private mutating func append(_ entry: EntryKey, _ vector: UnsafeBufferPointer<Float>) {
        makeRoom()
        guard let held = chunks[tail] else { return }
        held.chunk.write(entry, vector, row: held.used)
        places[entry] = Place(chunk: UInt32(tail), row: UInt32(held.used))
        chunks[tail]?.used += 1
    }

    /// The tail grows by a quarter, as a copy, up to the size of a chunk; then another one begins.
    private mutating func makeRoom() {
        guard let held = chunks[tail] else { return }
        guard held.used == min(held.chunk.capacity, rowsPerChunk) else { return }
        isRebuilt = true
        if held.used >= rowsPerChunk {
            startTail(rows: min(256, rowsPerChunk))
            return
        }
        // No more, because rows are large and copying is cheap: memory is what an index runs out of.
        let grown = min(held.used + max(16, held.used / 4), rowsPerChunk)
        let chunk = Chunk(rows: grown, dimension: dimension)
        chunk.copyRows(of: held.chunk, count: held.used)
        chunks[tail]?.chunk = chunk
    }

    private mutating func startTail(rows: Int) {
        let held = Held(chunk: Chunk(rows: rows, dimension: dimension), used: 0, dead: 0)
        if let number = free.popLast() {
            chunks[number] = held
            tail = number
        } else {
            tail = chunks.count
            chunks.append(held)
        }
    }

    /// Moves the living rows to the tail. Readers meet them there in the next view only.
    private mutating func dissolve(_ number: Int) {
        guard let held = chunks[number] else { return }
        isRebuilt = true
        chunks[number] = nil
        free.append(number)
        if number == tail { startTail(rows: held.used - held.dead + 1) }
        for row in 0..<held.used where held.chunk.isAlive(row) {
            append(held.chunk.entry(row), held.chunk.values(row))
        }
    }

    /// After four thousand million writes: everything anew, with a clock that begins at 0.
    private mutating func startAgainIfClockEnds() {
        guard clock == .max else { return }
        var fresh = Partition(dimension: dimension, rowsPerChunk: rowsPerChunk)
        for (entry, place) in places {
            if let held = chunks[Int(place.chunk)] { fresh.append(entry, held.chunk.values(Int(place.row))) }
        }
        fresh.isRebuilt = true
        self = fresh
    }
}
