import Foundation

/// The header of a partition's file, read without the rows.
public struct PartitionFileHeader: Sendable, Equatable {
    public let key: PartitionKey
    public let dimension: Int
    public let rows: Int
    public let stamp: UInt64

    /// `nil` if the file is missing or its header is damaged.
    public init?(path: String) {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        guard let bytes = try? file.read(upToCount: PartitionFile.headerSize),
            let header = bytes.withUnsafeBytes({ PartitionFile.Header($0) })
        else { return nil }
        key = header.key
        dimension = Int(clamping: header.dimension)
        rows = Int(clamping: header.rows)
        stamp = header.stamp
    }
}
