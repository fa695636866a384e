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

    private struct Place: Equatable {
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
    /// The other vectors of the few entries that have several.
    private var others: [EntryKey: [Place]] = [:]
    private var isRebuilt = false
    /// Rows that loading will bring, where it's known.
    private var expected = 0
    let dimension: Int
    private let rowsPerChunk: Int

    init(dimension: Int, rowsPerChunk: Int, clock: UInt32 = 0) {
        self.clock = clock
        self.dimension = dimension
        self.rowsPerChunk = rowsPerChunk
        let chunk = Chunk(rows: 1, dimension: dimension)
        chunks = [Held(chunk: chunk, used: 0, dead: 0)]
        view = PartitionView(sealed: [], tail: chunk, tailCount: 0, clock: clock)
    }

    /// Entries; one may have several vectors.
    var count: Int { places.count }

    var hasSeveral: Bool { !others.isEmpty }

    /// What its rows take, free ones included.
    var bytes: Int { chunks.reduce(0) { $0 + ($1?.chunk.bytes ?? 0) } }

    func contains(_ entry: EntryKey) -> Bool { places[entry] != nil }

    func vectors(for entry: EntryKey) -> [[Float]] {
        allPlaces(of: entry).compactMap { place in
            chunks[Int(place.chunk)].map { Array($0.chunk.values(Int(place.row))) }
        }
    }

    /// - Parameter vectors: at least one; they take the place of those that the entry has.
    /// - Returns: whether the entry is new, and whether `view` is another object now.
    mutating func set(_ vectors: [UnitVector], for entry: EntryKey) -> (isNew: Bool, isRebuilt: Bool) {
        startAgainIfClockEnds()
        let old = allPlaces(of: entry)
        places[entry] = nil
        others[entry] = nil
        for vector in vectors { vector.values.withUnsafeBufferPointer { append(entry, $0) } }
        clock += 1
        kill(old)
        return (old.isEmpty, publish())
    }

    /// - Returns: whether there was such an entry, and whether `view` is another object now.
    mutating func remove(_ entry: EntryKey) -> (wasThere: Bool, isRebuilt: Bool) {
        startAgainIfClockEnds()
        let old = allPlaces(of: entry)
        guard !old.isEmpty else { return (false, publish()) }
        places[entry] = nil
        others[entry] = nil
        clock += 1
        kill(old)
        return (true, publish())
    }

    /// Adds a vector to those that the entry has, before any reader knows of the partition.
    mutating func load(_ entry: EntryKey, _ vector: UnsafeBufferPointer<Float>) { append(entry, vector) }

    /// Room for as many rows, so that loading doesn't copy what it has loaded.
    mutating func reserve(_ rows: Int) {
        places.reserveCapacity(rows)
        expected = rows
        guard places.isEmpty, chunks.count == 1 else { return }
        chunks[0] = Held(chunk: Chunk(rows: min(rows, rowsPerChunk), dimension: dimension), used: 0, dead: 0)
        isRebuilt = true
    }

    /// Ends loading.
    mutating func finish() {
        expected = 0
        _ = publish()
    }

    private func allPlaces(of entry: EntryKey) -> [Place] {
        guard let place = places[entry] else { return [] }
        return [place] + (others[entry] ?? [])
    }

    /// All at one clock; only then chunks are dissolved, which moves what lives.
    private mutating func kill(_ places: [Place]) {
        for place in places {
            let number = Int(place.chunk)
            chunks[number]?.chunk.kill(Int(place.row), at: clock)
            chunks[number]?.dead += 1
        }
        for number in Set(places.map { Int($0.chunk) }) where chunks[number]?.isWorthDissolving == true {
            dissolve(number)
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
        let place = Place(chunk: UInt32(tail), row: UInt32(held.used))
        if places[entry] == nil { places[entry] = place } else { others[entry, default: []].append(place) }
        chunks[tail]?.used += 1
    }

    /// The tail grows by a quarter, as a copy, up to the size of a chunk; then another one begins.
    private mutating func makeRoom() {
        guard let held = chunks[tail] else { return }
        guard held.used == min(held.chunk.capacity, rowsPerChunk) else { return }
        isRebuilt = true
        if held.used >= rowsPerChunk {
            let loaded = chunks.reduce(0) { $0 + ($1?.used ?? 0) }
            startTail(rows: min(max(256, expected - loaded), rowsPerChunk))
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
        // Its number is free when nothing refers to it any more.
        defer { free.append(number) }
        if number == tail { startTail(rows: held.used - held.dead + 1) }
        for row in 0..<held.used where held.chunk.isAlive(row) {
            let entry = held.chunk.entry(row)
            forget(Place(chunk: UInt32(number), row: UInt32(row)), of: entry)
            append(entry, held.chunk.values(row))
        }
    }

    private mutating func forget(_ place: Place, of entry: EntryKey) {
        let rest = allPlaces(of: entry).filter { $0 != place }
        places[entry] = rest.first
        others[entry] = rest.count > 1 ? Array(rest.dropFirst()) : nil
    }

    /// After four thousand million writes: everything anew, with a clock that begins at 0.
    private mutating func startAgainIfClockEnds() {
        guard clock == .max else { return }
        var fresh = Partition(dimension: dimension, rowsPerChunk: rowsPerChunk)
        for entry in places.keys {
            for place in allPlaces(of: entry) {
                if let held = chunks[Int(place.chunk)] { fresh.append(entry, held.chunk.values(Int(place.row))) }
            }
        }
        fresh.isRebuilt = true
        self = fresh
    }
}
