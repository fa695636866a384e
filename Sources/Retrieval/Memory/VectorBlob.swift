/// A vector as bytes: little-endian IEEE 754 singles, 4 bytes each.
enum VectorBlob {
    static func encode(_ vector: [Float]) -> [UInt8] {
        vector.flatMap { value in
            let bits = value.bitPattern
            return (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt32($0))) }
        }
    }

    /// `nil` unless there are exactly `dimension` finite numbers.
    static func decode(_ bytes: [UInt8], dimension: Int) -> [Float]? {
        guard bytes.count == dimension * 4 else { return nil }
        let vector = bytes.withUnsafeBytes { raw in
            (0..<dimension).map {
                Float(bitPattern: UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)))
            }
        }
        return vector.allSatisfy(\.isFinite) ? vector : nil
    }
}
