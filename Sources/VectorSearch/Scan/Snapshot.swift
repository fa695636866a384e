import CVectorKernels

/// The partitions of one search, as they are at one moment.
struct Snapshot {
    private let directory: Directory
    private(set) var spans: [vk_span] = []
    /// Whose each span is.
    private(set) var partitions: [PartitionKey] = []

    /// Everything.
    init(_ directory: Directory) {
        self.directory = directory
        directory.forEach { add($0, $1) }
    }

    /// Unknown partitions are empty, and one that is named twice counts once.
    init(_ directory: Directory, _ keys: some Sequence<PartitionKey>) {
        self.directory = directory
        var keys = Array(keys)
        if zip(keys, keys.dropFirst()).contains(where: { $0 >= $1 }) { keys.sort() }
        var previous: PartitionKey?
        for key in keys where key != previous {
            previous = key
            if let view = directory[key] { add(key, view) }
        }
    }

    /// Rows, with the dead ones.
    var rowCount: Int { spans.reduce(0) { $0 + Int($1.count) } }

    private mutating func add(_ key: PartitionKey, _ view: PartitionView) {
        view.append(to: &spans)
        while partitions.count < spans.count { partitions.append(key) }
    }

    /// The directory holds the memory that the spans point into.
    func withSpans<Result>(_ body: (UnsafeBufferPointer<vk_span>) throws -> Result) rethrows -> Result {
        try withExtendedLifetime(directory) { try spans.withUnsafeBufferPointer(body) }
    }
}
