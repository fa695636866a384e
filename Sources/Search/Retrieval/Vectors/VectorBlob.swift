import VectorSearch

/// A vector as bytes: little-endian IEEE 754 singles, 4 bytes each, followed by the low 32 bits of their XXH64.
///
/// The first versions wrote no checksum. Such vectors are still read.
enum VectorBlob {
    static func encode(_ vector: [Float]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(vector.count * 4 + 4)
        for value in vector { append(value.bitPattern, to: &bytes) }
        append(checksum(bytes[...]), to: &bytes)
        return bytes
    }

    /// `nil` unless the bytes are exactly `dimension` finite numbers with a valid checksum.
    static func decode(_ bytes: [UInt8], dimension: Int) -> [Float]? {
        let size = dimension * 4
        guard bytes.count == size || bytes.count == size + 4 else { return nil }
        return bytes.withUnsafeBytes { raw in
            func word(_ offset: Int) -> UInt32 {
                UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            }
            guard bytes.count == size || word(size) == checksum(bytes[..<size]) else { return nil }
            let vector = [Float](unsafeUninitializedCapacity: dimension) { buffer, count in
                for index in 0..<dimension { buffer[index] = Float(bitPattern: word(index * 4)) }
                count = dimension
            }
            return vector.allSatisfy(\.isFinite) ? vector : nil
        }
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        UInt32(truncatingIfNeeded: bytes.withUnsafeBytes { xxh64($0) })
    }

    private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
    }
}
