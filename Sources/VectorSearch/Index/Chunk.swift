/// Up to a fixed number of vectors of one partition, as rows of one contiguous matrix.
///
/// A value with copy-on-write storage: a search keeps the chunks it started with, and a writer that meets such a
/// chunk copies that one only.
struct Chunk: Sendable {
    private(set) var entries: [EntryKey] = []
    /// [entries × dimension], row-major, unit vectors.
    private(set) var values: [Float] = []

    var count: Int { entries.count }

    func row(_ index: Int, dimension: Int) -> ArraySlice<Float> {
        values[index * dimension..<(index + 1) * dimension]
    }

    mutating func append(_ entry: EntryKey, _ vector: some Collection<Float>) {
        entries.append(entry)
        values.append(contentsOf: vector)
    }

    mutating func replaceRow(_ index: Int, with entry: EntryKey, _ vector: some Collection<Float>, dimension: Int) {
        entries[index] = entry
        values.replaceSubrange(index * dimension..<(index + 1) * dimension, with: vector)
    }

    mutating func removeLast(dimension: Int) {
        entries.removeLast()
        values.removeLast(dimension)
    }
}
