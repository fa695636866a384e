import CVectorKernels
import Foundation

/// A partition at one moment. It keeps that moment's memory alive.
public struct PartitionSnapshot: Sendable {
    public let key: PartitionKey
    private let view: PartitionView
    private let spans: [Span]
    private let dimension: Int

    /// The pointers are valid as long as `view` is alive, and the rows that they point to are immutable.
    private struct Span: @unchecked Sendable {
        let span: vk_span
    }

    init(key: PartitionKey, view: PartitionView, dimension: Int) {
        self.key = key
        self.view = view
        self.dimension = dimension
        var spans: [vk_span] = []
        view.append(to: &spans)
        self.spans = spans.map(Span.init)
    }

    /// Writes the rows to a file beside `path` and renames it to `path`. Only one caller at a time may write to a path.
    ///
    /// The file isn't synced to disk: the checksum reveals a file that a crash left incomplete, and the vectors are
    /// stored durably elsewhere.
    ///
    /// - Parameter stamp: returned when the file is read; tells the caller which later changes the file lacks.
    ///
    /// - Throws: a `POSIXError` or a Foundation error if the file can't be written.
    public func write(to path: String, stamp: UInt64) throws {
        let temporary = path + ".new"
        let descriptor = open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.systemError() }
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            // The header has the checksum of the rows, so it's written last.
            try file.write(contentsOf: Data(count: PartitionFile.headerSize))
            let count = try writeRows(to: file)
            try Self.header(of: descriptor, key: key, dimension: dimension, rows: count, stamp: stamp)
                .withUnsafeBytes { bytes in
                    guard pwrite(descriptor, bytes.baseAddress, bytes.count, 0) == bytes.count else {
                        throw Self.systemError()
                    }
                }
            try file.close()
            guard rename(temporary, path) == 0 else { throw Self.systemError() }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    /// The header of a file that has all of its rows.
    private static func header(
        of descriptor: Int32,
        key: PartitionKey,
        dimension: Int,
        rows: Int,
        stamp: UInt64
    ) throws -> [UInt8] {
        let size = PartitionFile.headerSize + rows * PartitionFile.rowSize(dimension)
        guard let memory = mmap(nil, size, PROT_READ, MAP_SHARED, descriptor, 0), memory != MAP_FAILED else {
            throw systemError()
        }
        defer { munmap(memory, size) }
        let checksum = vk_checksum(memory + PartitionFile.headerSize, size - PartitionFile.headerSize)
        return PartitionFile.Header(key: key, dimension: dimension, rows: rows, stamp: stamp, checksum: checksum).bytes
    }

    private static func systemError() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

    /// Writes the live rows: all entries, then all vectors. Both in pieces, because a chat may have a million.
    ///
    /// - Returns: the number of rows.
    private func writeRows(to file: FileHandle) throws -> Int {
        let entrySize = MemoryLayout<EntryKey>.stride
        let valuesSize = dimension * MemoryLayout<Float>.stride
        var live: [(entry: UnsafeRawPointer, values: UnsafeRawPointer)] = []
        for span in spans.map(\.span) {
            guard let entries = span.entries, let values = span.values else { continue }
            for row in 0..<Int(span.count) {
                let isVisible = withUnsafePointer(to: span) { vk_is_visible($0, UInt32(row)) }
                if isVisible { live.append((entries + row * entrySize, UnsafeRawPointer(values + row * dimension))) }
            }
        }
        try withExtendedLifetime(view) {
            try Self.write(live.lazy.map { UnsafeRawBufferPointer(start: $0.entry, count: entrySize) }, to: file)
            try Self.write(live.lazy.map { UnsafeRawBufferPointer(start: $0.values, count: valuesSize) }, to: file)
        }
        return live.count
    }

    private static func write(_ parts: some Sequence<UnsafeRawBufferPointer>, to file: FileHandle) throws {
        var piece = Data(capacity: 1 << 20)
        for part in parts {
            piece.append(contentsOf: part)
            guard piece.count >= 1 << 20 else { continue }
            try file.write(contentsOf: piece)
            piece.removeAll(keepingCapacity: true)
        }
        try file.write(contentsOf: piece)
    }
}

extension PartitionedIndex {
    /// A partition as it is now, to be written to a file while searches and writes go on. `nil` if it is empty.
    public func snapshot(_ key: PartitionKey) -> PartitionSnapshot? {
        published[key].map { PartitionSnapshot(key: key, view: $0, dimension: dimension) }
    }
}
