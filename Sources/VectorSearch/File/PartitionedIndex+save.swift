import CVectorKernels
import Foundation

extension PartitionedIndex {
    /// Writes all vectors into a file beside `path`, makes them durable, and renames it to `path`: whoever opens `path`
    /// finds the old file or the new one. Searches and writes go on; what is written meanwhile isn't in the file.
    ///
    /// - Parameter stamp: comes back when the file is read, for the caller to tell what the file doesn't have yet.
    public func save(to path: String, stamp: UInt64) throws {
        let snapshot = Snapshot(published)
        let temporary = path + ".new"
        guard FileManager.default.createFile(atPath: temporary, contents: nil) else {
            throw CocoaError(.fileWriteUnknown)
        }
        do {
            let file = try FileHandle(forWritingTo: URL(filePath: temporary))
            defer { try? file.close() }
            try write(snapshot, to: file, stamp: stamp)
            try file.synchronize()
        } catch {
            try? FileManager.default.removeItem(atPath: temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        // The name is durable with its folder.
        let folder = open(URL(filePath: path).deletingLastPathComponent().path(), O_RDONLY)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    private func write(_ snapshot: Snapshot, to file: FileHandle, stamp: UInt64) throws {
        var table: [UInt8] = []
        var records = 0
        var offset = IndexFile.Head.size
        try file.write(contentsOf: Data(count: offset))
        var first = 0
        while first < snapshot.spans.count {
            // A partition's spans stand together.
            let key = snapshot.partitions[first]
            let end = snapshot.partitions[first...].firstIndex { $0 != key } ?? snapshot.spans.count
            let (bytes, count) = snapshot.withSpans { rows(Array($0[first..<end])) }
            first = end
            table += IndexFile.Record(key: key, count: count, offset: offset, checksum: IndexFile.checksum(bytes)).bytes
            records += 1
            let padding = (IndexFile.alignment - bytes.count % IndexFile.alignment) % IndexFile.alignment
            try file.write(contentsOf: Data(bytes) + Data(count: padding))
            offset += bytes.count + padding
        }
        try file.write(contentsOf: Data(table))
        let head = IndexFile.Head(
            dimension: dimension,
            partitions: records,
            stamp: stamp,
            tableOffset: offset,
            tableChecksum: IndexFile.checksum(table)
        )
        try file.seek(toOffset: 0)
        try file.write(contentsOf: Data(head.bytes))
    }

    /// The living rows: all keys, then all floats.
    private func rows(_ spans: [vk_span]) -> (bytes: [UInt8], count: Int) {
        var keys: [UInt8] = []
        var floats: [UInt8] = []
        var count = 0
        for span in spans {
            guard let entries = span.entries, let values = span.values else { continue }
            for row in 0..<Int(span.count) {
                let lives = withUnsafePointer(to: span) { vk_lives($0, UInt32(row)) }
                guard lives else { continue }
                count += 1
                let size = MemoryLayout<EntryKey>.stride
                keys += UnsafeRawBufferPointer(start: entries + row * size, count: size)
                floats += UnsafeRawBufferPointer(start: values + row * dimension, count: dimension * 4)
            }
        }
        return (keys + floats, count)
    }
}
