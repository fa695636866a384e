import CVectorKernels
import Foundation

/// What a file gave.
public struct RestoredIndex: Sendable, Equatable {
    /// As it was given when the file was written.
    public let stamp: UInt64
    public let vectors: Int
    /// Partitions whose bytes aren't what was written: they are not in the index.
    public let damaged: [PartitionKey]
}

extension PartitionedIndex {
    /// Reads a file that `save` wrote. Partitions that the index has already stay as they are.
    public func restore(from path: String) throws(IndexFileError) -> RestoredIndex {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
        } catch {
            throw .unreadable("\(error)")
        }
        let found: Result<RestoredIndex, IndexFileError> = data.withUnsafeBytes { bytes in
            do throws(IndexFileError) {
                return .success(try restore(bytes))
            } catch {
                return .failure(error)
            }
        }
        return try found.get()
    }

    private func restore(_ bytes: UnsafeRawBufferPointer) throws(IndexFileError) -> RestoredIndex {
        guard let head = IndexFile.Head(bytes), let base = bytes.baseAddress else { throw .damaged }
        guard head.dimension == UInt64(dimension) else {
            throw .otherDimension(found: Int(clamping: head.dimension), expected: dimension)
        }
        let (tableSize, isHuge) = head.partitions.multipliedReportingOverflow(by: UInt64(IndexFile.Record.size))
        guard !isHuge, head.tableOffset <= UInt64(bytes.count),
            tableSize == UInt64(bytes.count) - head.tableOffset,
            head.tableChecksum == vk_checksum(base + Int(head.tableOffset), Int(tableSize))
        else { throw .damaged }
        var restored: [(PartitionKey, Partition)] = []
        var damaged: [PartitionKey] = []
        var vectors = 0
        for number in 0..<Int(head.partitions) {
            let record = IndexFile.Record(base + Int(head.tableOffset) + number * IndexFile.Record.size)
            if let partition = partition(record, of: bytes, end: head.tableOffset) {
                restored.append((record.key, partition))
                vectors += partition.count
            } else {
                damaged.append(record.key)
            }
        }
        adopt(restored)
        return RestoredIndex(stamp: head.stamp, vectors: vectors, damaged: damaged)
    }

    private func partition(
        _ record: IndexFile.Record,
        of bytes: UnsafeRawBufferPointer,
        end: UInt64
    ) -> Partition? {
        let (size, isHuge) = record.count.multipliedReportingOverflow(by: UInt64(16 + dimension * 4))
        guard !isHuge, let base = bytes.baseAddress, record.offset <= end, size <= end - record.offset, size > 0,
            record.offset.isMultiple(of: UInt64(IndexFile.alignment))
        else { return nil }
        let start = base + Int(record.offset)
        guard record.checksum == vk_checksum(start, Int(size)) else { return nil }
        let count = Int(record.count)
        return Partition(
            entries: UnsafeBufferPointer(start: start.assumingMemoryBound(to: EntryKey.self), count: count),
            values: (start + count * 16).assumingMemoryBound(to: Float.self),
            dimension: dimension,
            rowsPerChunk: rowsPerChunk
        )
    }
}
