import CVectorKernels

/// The contents of a partition's file.
public struct StoredPartition: Sendable {
    public let partition: LoadedPartition
    /// The stamp that was passed when the file was written.
    public let stamp: UInt64
    /// Number of vectors; an entry may have several.
    public let rows: Int
}

extension PartitionedIndex {
    /// Reads the file of a partition without adding it to the index. Its floats stay in the file, which must not be changed
    /// while the partition exists; it may be replaced by renaming another to its path, or deleted.
    ///
    /// - Throws: `PartitionFileError`: `.missing`, `.unreadable`, `.damaged` if the size, the checksums or the key don't
    ///   match, or `.otherDimension`.
    public func read(_ key: PartitionKey, from path: String) throws(PartitionFileError) -> StoredPartition {
        let file = try MappedFile(path: path, headerSize: PartitionFile.headerSize) {
            bytes,
            size throws(PartitionFileError) in
            _ = try self.header(bytes, of: key, fileSize: size)
        }
        let header = try self.header(file.bytes, of: key, fileSize: file.bytes.count)
        guard let base = file.bytes.baseAddress else { throw .damaged }
        let content = base + PartitionFile.headerSize
        guard header.checksum == vk_checksum(content, file.bytes.count - PartitionFile.headerSize) else {
            throw .damaged
        }
        let rows = Int(header.rows)
        let entries = content.assumingMemoryBound(to: EntryKey.self)
        let values = (content + rows * MemoryLayout<EntryKey>.stride).assumingMemoryBound(to: Float.self)
        for row in 0..<rows {
            let vector = UnsafeBufferPointer(start: values + row * dimension, count: dimension)
            guard UnitVector.hasUnitLength(vector) else { throw .damaged }
        }
        var partition = Partition(dimension: dimension, rowsPerChunk: rowsPerChunk)
        partition.load(entries, values, rows: rows, of: file)
        partition.finish()
        file.release()
        return StoredPartition(
            partition: LoadedPartition(key: key, partition: partition),
            stamp: header.stamp,
            rows: rows
        )
    }

    /// - Throws: `.damaged` unless it is the header of this partition's whole file, or `.otherDimension`.
    private func header(
        _ bytes: UnsafeRawBufferPointer,
        of key: PartitionKey,
        fileSize: Int
    ) throws(PartitionFileError) -> PartitionFile.Header {
        guard let header = PartitionFile.Header(bytes), header.key == key else { throw .damaged }
        guard header.dimension == UInt64(dimension) else {
            throw .otherDimension(found: Int(clamping: header.dimension), expected: dimension)
        }
        let (size, isHuge) = header.rows.multipliedReportingOverflow(by: UInt64(PartitionFile.rowSize(dimension)))
        guard !isHuge, size == UInt64(fileSize - PartitionFile.headerSize) else { throw .damaged }
        return header
    }
}
