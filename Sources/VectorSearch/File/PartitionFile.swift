import CVectorKernels

/// A partition on disk: a head of 64 bytes, all rows' entries, all rows' floats.
///
/// Little-endian. The head has an XXH64 of itself and one of the rows, so that a torn or flipped file is never taken
/// for the partition. Codes aren't stored: making them is faster than reading them.
enum PartitionFile {
    /// "SpotVec2"
    static let magic: UInt64 = 0x3263_6556_746F_7053
    static let headSize = 64

    struct Head: Equatable {
        let key: PartitionKey
        let dimension: UInt64
        let rows: UInt64
        let stamp: UInt64
        let checksum: UInt64

        var bytes: [UInt8] {
            let bytes = words([PartitionFile.magic, key.high, key.low, dimension, rows, stamp, checksum])
            return bytes + words([PartitionFile.checksum(bytes)])
        }

        init(key: PartitionKey, dimension: Int, rows: Int, stamp: UInt64, checksum: UInt64) {
            self.key = key
            self.dimension = UInt64(dimension)
            self.rows = UInt64(rows)
            self.stamp = stamp
            self.checksum = checksum
        }

        /// Nothing when it's no head, or a damaged one.
        init?(_ bytes: UnsafeRawBufferPointer) {
            guard bytes.count >= headSize, let base = bytes.baseAddress else { return nil }
            let words = (0..<8).map {
                UInt64(littleEndian: base.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
            }
            guard words[0] == PartitionFile.magic, words[7] == vk_checksum(base, 56) else { return nil }
            key = PartitionKey(high: words[1], low: words[2])
            (dimension, rows, stamp, checksum) = (words[3], words[4], words[5], words[6])
        }
    }

    static func checksum(_ bytes: [UInt8]) -> UInt64 { vk_checksum(bytes, bytes.count) }

    static func words(_ words: [UInt64]) -> [UInt8] {
        words.flatMap { word in withUnsafeBytes(of: word.littleEndian, Array.init) }
    }
}

/// Why a file can't be used; the vectors have to come from where they are kept for good.
public enum PartitionFileError: Error, Equatable, CustomStringConvertible {
    case missing
    case unreadable(String)
    /// Torn, flipped, another partition's, or no such file at all.
    case damaged
    case otherDimension(found: Int, expected: Int)

    public var description: String {
        switch self {
        case .missing: "there is no file of this partition's vectors"
        case .unreadable(let reason): "a file of vectors can't be read: \(reason)"
        case .damaged: "a file of vectors is damaged"
        case .otherDimension(let found, let expected):
            "a file has vectors of \(found) numbers where \(expected) are expected"
        }
    }
}
