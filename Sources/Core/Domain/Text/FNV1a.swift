/// A hash of bytes that is the same in every process: FNV-1a with 64 bits
/// (https://datatracker.ietf.org/doc/html/draft-eastlake-fnv). It isn't safe against bytes that were chosen to collide.
///
/// ```swift
/// FNV1a.hash("a".utf8)  // 0xAF63_DC4C_8601_EC8C
/// ```
@frozen
public struct FNV1a: Sendable {
    public var value: UInt64 = 0xCBF2_9CE4_8422_2325

    @inlinable
    public init() {}

    @inlinable
    public mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

    @inlinable
    public static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        var hash = FNV1a()
        for byte in bytes { hash.add(byte) }
        return hash.value
    }
}
