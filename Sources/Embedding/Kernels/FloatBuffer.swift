import Foundation

/// Floats in memory that starts on a cache line, so that rows of a multiple of 16 can be walked in SIMD registers.
///
/// Zero at first. Not Sendable: whoever shares one says why that is safe.
final class FloatBuffer {
    static let alignment = 64

    let count: Int
    let floats: UnsafeMutablePointer<Float>

    init(count: Int) {
        self.count = count
        let size = max(Self.alignment, (count * MemoryLayout<Float>.stride + 63) & ~63)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: Self.alignment)
        #if os(Linux)
            // Weights are read from end to end by every pass; huge pages spare the TLB.
            if size >= 1 << 21 { madvise(memory, size & ~4095, MADV_HUGEPAGE) }
        #endif
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        floats = memory.bindMemory(to: Float.self, capacity: size / MemoryLayout<Float>.stride)
    }

    deinit {
        floats.deallocate()
    }

    var bytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: floats, count: count * MemoryLayout<Float>.stride)
    }

    /// The same memory as SIMD lanes; `count` must be a multiple of 16 for the last lane to be whole.
    var lanes: UnsafeMutablePointer<Lane> { floats.lanes }

    /// Lanes that hold `count` floats.
    static func lanes(in count: Int) -> Int {
        (count + Lane.scalarCount - 1) / Lane.scalarCount
    }
}

/// Sixteen floats: one AVX-512 register, or as many narrower ones as the machine needs.
typealias Lane = SIMD16<Float>

extension UnsafeMutablePointer<Float> {
    /// This address as a row of lanes; it must be aligned to 64 bytes.
    var lanes: UnsafeMutablePointer<Lane> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Lane.self)
    }
}
