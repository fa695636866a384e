import CVectorKernels

/// A partition on disk: a header of 64 bytes, the entries of all rows, the floats of all rows.
///
/// Little-endian. The header has one XXH64 of itself and one of the rows, so that an incomplete or corrupted file is
/// rejected. The int8 codes aren't stored, because computing them is faster than reading them.
enum PartitionFile {
    /// "SpotVec2"
    static let magic: UInt64 = 0x3263_6556_746F_7053
    static let headerSize = 64

    static func rowSize(_ dimension: Int) -> Int {
        MemoryLayout<EntryKey>.stride + dimension * MemoryLayout<Float>.stride
    }

    struct Header: Equatable {
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

        /// `nil` if the bytes aren't a header or are damaged.
        init?(_ bytes: UnsafeRawBufferPointer) {
            guard bytes.count >= headerSize, let base = bytes.baseAddress else { return nil }
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

/// Why a file can't be used. The vectors then have to be read from their durable store.
public enum PartitionFileError: Error, Equatable, CustomStringConvertible {
    case missing
    case unreadable(String)
    /// Incomplete, corrupted, of another partition or in another format.
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

/// XXH64 with seed 0 (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md).
public func xxh64(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    // An empty buffer may have no base address. Nothing is read from this one, because the count is 0.
    withUnsafeBytes(of: UInt8(0)) { empty in
        vk_checksum(bytes.baseAddress ?? empty.baseAddress, bytes.count)
    }
}
