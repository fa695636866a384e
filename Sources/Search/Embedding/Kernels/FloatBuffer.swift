import Foundation

/// Floats in memory that is aligned to cache lines, so that rows whose length is a multiple of 16 can be read in SIMD
/// registers.
///
/// Initially zero. Not Sendable: a type that shares one states why that is safe.
final class FloatBuffer {
    static let alignment = 64
    /// Buffers of at least this size are put into huge pages if the system has them, which saves page table lookups.
    private static let hugePage = 2 << 20

    let count: Int
    let floats: UnsafeMutablePointer<Float>
    /// The buffer whose memory this one is a part of.
    private let owner: FloatBuffer?

    init(count: Int) {
        self.count = count
        owner = nil
        let needed = max(Self.alignment, count * MemoryLayout<Float>.stride)
        let alignment = needed >= Self.hugePage ? Self.hugePage : Self.alignment
        let size = (needed + alignment - 1) / alignment * alignment
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
        #if os(Linux)
            if alignment == Self.hugePage { madvise(memory, size, MADV_HUGEPAGE) }
        #endif
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        floats = memory.bindMemory(to: Float.self, capacity: size / MemoryLayout<Float>.stride)
    }

    private init(part start: Int, count: Int, of owner: FloatBuffer) {
        precondition(start >= 0 && count >= 0 && start + count <= owner.count, "a part beyond its buffer")
        self.count = count
        self.owner = owner
        floats = owner.floats + start
    }

    deinit {
        if owner == nil { floats.deallocate() }
    }

    /// Buffers of these sizes, contiguous in memory.
    static func together(_ counts: [Int]) -> [FloatBuffer] {
        let sizes = counts.map { lanes(in: $0) * Lane.scalarCount }
        let owner = FloatBuffer(count: sizes.reduce(0, +))
        var start = 0
        return zip(counts, sizes).map { count, size in
            defer { start += size }
            return FloatBuffer(part: start, count: count, of: owner)
        }
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
