import CVectorKernels
import Foundation

/// The contents of a partition's file.
public struct StoredPartition: Sendable {
    public let partition: LoadedPartition
    /// The stamp that was passed when the file was written.
    public let stamp: UInt64
    /// Number of vectors; an entry may have several.
    public let rows: Int
}

extension PartitionedIndex {
    /// Reads the file of a partition without adding it to the index.
    ///
    /// - Throws: `PartitionFileError`: `.missing`, `.unreadable`, `.damaged` if the checksums or the key don't match,
    ///   or `.otherDimension`.
    public func read(_ key: PartitionKey, from path: String) throws(PartitionFileError) -> StoredPartition {
        let data: Data
        do {
            data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
        } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
            throw .missing
        } catch {
            throw .unreadable("\(error)")
        }
        let found: Result<StoredPartition, PartitionFileError> = data.withUnsafeBytes { bytes in
            do throws(PartitionFileError) {
                return .success(try read(key, bytes))
            } catch {
                return .failure(error)
            }
        }
        return try found.get()
    }

    private func read(
        _ key: PartitionKey,
        _ bytes: UnsafeRawBufferPointer
    ) throws(PartitionFileError) -> StoredPartition {
        guard let header = PartitionFile.Header(bytes), let base = bytes.baseAddress, header.key == key else {
            throw .damaged
        }
        guard header.dimension == UInt64(dimension) else {
            throw .otherDimension(found: Int(clamping: header.dimension), expected: dimension)
        }
        let entrySize = MemoryLayout<EntryKey>.stride
        let (size, isHuge) = header.rows.multipliedReportingOverflow(by: UInt64(entrySize + dimension * 4))
        guard !isHuge, size == UInt64(bytes.count - PartitionFile.headerSize),
            header.checksum == vk_checksum(base + PartitionFile.headerSize, Int(size))
        else { throw .damaged }
        let rows = Int(header.rows)
        let entries = base + PartitionFile.headerSize
        let values = (entries + rows * entrySize).assumingMemoryBound(to: Float.self)
        var loader = loader(for: key, rows: rows)
        for row in 0..<rows {
            let entry = entries.loadUnaligned(fromByteOffset: row * entrySize, as: EntryKey.self)
            let vector = UnsafeBufferPointer(start: values + row * dimension, count: dimension)
            guard loader.append(entry, unit: vector) else { throw .damaged }
        }
        return StoredPartition(partition: loader.finish(), stamp: header.stamp, rows: rows)
    }
}
