import CVectorKernels
import Foundation

/// A partition at one moment. It keeps that moment's memory alive.
public struct PartitionSnapshot: Sendable {
    public let key: PartitionKey
    private let view: PartitionView
    private let spans: [Span]
    private let dimension: Int

    /// The pointers are valid as long as `view` isVisible, and the rows that they point to are immutable.
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
        let (rows, count) = rows()
        let header = PartitionFile.Header(
            key: key,
            dimension: dimension,
            rows: count,
            stamp: stamp,
            checksum: PartitionFile.checksum(rows)
        )
        let temporary = path + ".new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.systemError() }
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try header.bytes.withUnsafeBytes { try file.write(contentsOf: $0) }
            try rows.withUnsafeBytes { try file.write(contentsOf: $0) }
            try file.close()
            guard rename(temporary, path) == 0 else { throw Self.systemError() }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private static func systemError() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

    /// The live rows: all entries, then all vectors.
    private func rows() -> (bytes: [UInt8], count: Int) {
        let entrySize = MemoryLayout<EntryKey>.stride
        let rowSize = dimension * MemoryLayout<Float>.stride
        var live: [(entry: UnsafeRawPointer, values: UnsafeRawPointer)] = []
        for span in spans.map(\.span) {
            guard let entries = span.entries, let values = span.values else { continue }
            for row in 0..<Int(span.count) {
                let isVisible = withUnsafePointer(to: span) { vk_is_visible($0, UInt32(row)) }
                if isVisible { live.append((entries + row * entrySize, UnsafeRawPointer(values + row * dimension))) }
            }
        }
        let size = live.count * (entrySize + rowSize)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = size
            guard let base = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
            let floats = base + live.count * entrySize
            for (number, row) in live.enumerated() {
                (base + number * entrySize).copyMemory(from: row.entry, byteCount: entrySize)
                (floats + number * rowSize).copyMemory(from: row.values, byteCount: rowSize)
            }
        }
        return withExtendedLifetime(view) { (bytes, live.count) }
    }
}

extension PartitionedIndex {
    /// A partition as it is now, to be written to a file while searches and writes go on. `nil` if it is empty.
    public func snapshot(_ key: PartitionKey) -> PartitionSnapshot? {
        published[key].map { PartitionSnapshot(key: key, view: $0, dimension: dimension) }
    }
}
