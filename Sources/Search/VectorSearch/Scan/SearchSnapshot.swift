import CVectorKernels

/// The partitions that one search reads, at one moment.
struct SearchSnapshot {
    private let table: PartitionTable
    private(set) var spans: [vk_span] = []
    /// The partition of each span.
    private(set) var partitions: [PartitionKey] = []

    /// All partitions.
    init(_ table: PartitionTable) {
        self.table = table
        table.forEach { add($0, $1) }
    }

    /// Unknown keys count as empty partitions, and duplicates are ignored.
    init(_ table: PartitionTable, _ keys: some Sequence<PartitionKey>) {
        self.table = table
        var keys = Array(keys)
        if zip(keys, keys.dropFirst()).contains(where: { $0 >= $1 }) { keys.sort() }
        var previous: PartitionKey?
        for key in keys where key != previous {
            previous = key
            if let view = table[key] { add(key, view) }
        }
    }

    /// All rows, including deleted ones.
    var rowCount: Int { spans.reduce(0) { $0 + Int($1.count) } }

    /// Splits the spans into consecutive parts with about as many rows each; fewer than `count` if a span is that large.
    func ranges(_ count: Int, rows: Int) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var (start, seen) = (0, 0)
        for (index, span) in spans.enumerated() {
            seen += Int(span.count)
            guard seen * count >= rows * (ranges.count + 1) || index == spans.count - 1 else { continue }
            ranges.append(start..<index + 1)
            start = index + 1
        }
        return ranges
    }

    private mutating func add(_ key: PartitionKey, _ view: PartitionView) {
        view.append(to: &spans)
        while partitions.count < spans.count { partitions.append(key) }
    }

    /// `table` keeps the memory alive that the spans point into.
    func withSpans<Result>(_ body: (UnsafeBufferPointer<vk_span>) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(table) { try spans.withUnsafeBufferPointer(body) }
    }
}
