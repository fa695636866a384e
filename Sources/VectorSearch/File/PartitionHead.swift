import Foundation

/// What the head of a partition's file says, read without the rest.
public struct PartitionHead: Sendable, Equatable {
    public let key: PartitionKey
    public let dimension: Int
    public let rows: Int
    public let stamp: UInt64

    /// Nothing when the file is damaged or missing.
    public init?(path: String) {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        guard let bytes = try? file.read(upToCount: PartitionFile.headSize),
            let head = bytes.withUnsafeBytes({ PartitionFile.Head($0) })
        else { return nil }
        key = head.key
        dimension = Int(clamping: head.dimension)
        rows = Int(clamping: head.rows)
        stamp = head.stamp
    }
}
