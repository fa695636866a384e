import CVectorKernels

/// XXH64 with seed 0 (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md).
public func xxh64(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    // An empty buffer has no address, and the length says that nothing is read.
    withUnsafeBytes(of: UInt8(0)) { nothing in
        vk_checksum(bytes.baseAddress ?? nothing.baseAddress, bytes.count)
    }
}
