import CVectorKernels

/// The index on disk: a head of 64 bytes, each partition's keys and floats, and a table of the partitions.
///
/// Everything is little-endian and has an XXH64: the head and the table together stand for the file, each partition
/// for itself. Codes aren't stored; making them is faster than reading them.
enum IndexFile {
    /// "SpotVec1"
    static let magic: UInt64 = 0x3163_6556_746F_7053

    static let alignment = 64

    struct Head: Equatable {
        static let size = 64

        var dimension: UInt64
        var partitions: UInt64
        var stamp: UInt64
        var tableOffset: UInt64
        var tableChecksum: UInt64

        var bytes: [UInt8] {
            var bytes = words([IndexFile.magic, dimension, partitions, stamp, tableOffset, tableChecksum, 0])
            bytes += words([checksum(bytes)])
            return bytes
        }

        /// Nothing when it's no head, or a damaged one.
        init?(_ bytes: UnsafeRawBufferPointer) {
            guard bytes.count >= Self.size, let base = bytes.baseAddress else { return nil }
            let words = (0..<8).map { base.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
            guard words[0] == IndexFile.magic, words[7] == vk_checksum(base, 56) else { return nil }
            (dimension, partitions, stamp) = (words[1], words[2], words[3])
            (tableOffset, tableChecksum) = (words[4], words[5])
        }

        init(dimension: Int, partitions: Int, stamp: UInt64, tableOffset: Int, tableChecksum: UInt64) {
            self.dimension = UInt64(dimension)
            self.partitions = UInt64(partitions)
            self.stamp = stamp
            self.tableOffset = UInt64(tableOffset)
            self.tableChecksum = tableChecksum
        }
    }

    /// A line of the table.
    struct Record {
        static let size = 40

        let key: PartitionKey
        let count: UInt64
        let offset: UInt64
        let checksum: UInt64

        var bytes: [UInt8] { words([key.high, key.low, count, offset, checksum]) }

        init(key: PartitionKey, count: Int, offset: Int, checksum: UInt64) {
            self.key = key
            self.count = UInt64(count)
            self.offset = UInt64(offset)
            self.checksum = checksum
        }

        init(_ base: UnsafeRawPointer) {
            let words = (0..<5).map { base.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) }
            key = PartitionKey(high: words[0], low: words[1])
            (count, offset, checksum) = (words[2], words[3], words[4])
        }
    }

    static func checksum(_ bytes: [UInt8]) -> UInt64 { vk_checksum(bytes, bytes.count) }

    static func words(_ words: [UInt64]) -> [UInt8] {
        words.flatMap { word in withUnsafeBytes(of: word.littleEndian, Array.init) }
    }
}

/// Why a file can't be used; the vectors have to come from where they are kept for good.
public enum IndexFileError: Error, Equatable, CustomStringConvertible {
    case unreadable(String)
    /// Torn, flipped, or no index file at all.
    case damaged
    case otherDimension(found: Int, expected: Int)

    public var description: String {
        switch self {
        case .unreadable(let reason): "the vector index's file can't be read: \(reason)"
        case .damaged: "the vector index's file is damaged"
        case .otherDimension(let found, let expected):
            "the vector index's file has vectors of \(found) numbers where \(expected) are expected"
        }
    }
}
