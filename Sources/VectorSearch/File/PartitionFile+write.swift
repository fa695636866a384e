import CVectorKernels
import Foundation

/// A partition as it was at one moment; it keeps the memory of that moment alive.
public struct FrozenPartition: Sendable {
    public let key: PartitionKey
    private let view: PartitionView
    private let spans: [Span]
    private let dimension: Int

    /// The pointers stay valid as long as `view` is there, and what they point to doesn't change.
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

    /// Writes the rows into a file beside `path` and renames it to `path`; one caller at a time. Nothing is forced to the disk: what a crash
    /// leaves of it is noticed by its checksum, and the vectors are kept elsewhere for good.
    ///
    /// - Parameter stamp: comes back when the file is read, for the caller to tell what the file doesn't have yet.
    public func write(to path: String, stamp: UInt64) throws {
        let (rows, count) = rows()
        let head = PartitionFile.Head(
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
            try head.bytes.withUnsafeBytes { try file.write(contentsOf: $0) }
            try rows.withUnsafeBytes { try file.write(contentsOf: $0) }
            try file.close()
            guard rename(temporary, path) == 0 else { throw Self.systemError() }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private static func systemError() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

    /// The living rows: all entries, then all floats.
    private func rows() -> (bytes: [UInt8], count: Int) {
        let entrySize = MemoryLayout<EntryKey>.stride
        let rowSize = dimension * MemoryLayout<Float>.stride
        var living: [(entry: UnsafeRawPointer, values: UnsafeRawPointer)] = []
        for span in spans.map(\.span) {
            guard let entries = span.entries, let values = span.values else { continue }
            for row in 0..<Int(span.count) {
                let lives = withUnsafePointer(to: span) { vk_lives($0, UInt32(row)) }
                if lives { living.append((entries + row * entrySize, UnsafeRawPointer(values + row * dimension))) }
            }
        }
        let size = living.count * (entrySize + rowSize)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = size
            guard let base = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
            let floats = base + living.count * entrySize
            for (number, row) in living.enumerated() {
                (base + number * entrySize).copyMemory(from: row.entry, byteCount: entrySize)
                (floats + number * rowSize).copyMemory(from: row.values, byteCount: rowSize)
            }
        }
        return withExtendedLifetime(view) { (bytes, living.count) }
    }
}

extension PartitionedIndex {
    /// A partition as it is now, for writing it to a file while searches and writes go on; nothing when it's empty.
    public func frozen(_ key: PartitionKey) -> FrozenPartition? {
        published[key].map { FrozenPartition(key: key, view: $0, dimension: dimension) }
    }
}
