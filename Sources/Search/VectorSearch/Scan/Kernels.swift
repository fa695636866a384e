import CVectorKernels

/// The scan loops for one instruction set.
///
/// `@unchecked Sendable`: the pointer is to a constant.
public struct Kernels: @unchecked Sendable, CustomStringConvertible {
    let pointer: OpaquePointer

    /// The fastest kernels that this processor supports.
    public static let best = Kernels(pointer: vk_best())

    private init(pointer: OpaquePointer) { self.pointer = pointer }

    /// `avx512`, `avx2` or `plain`. `nil` if the processor doesn't support it.
    public init?(named name: String) {
        guard let pointer = vk_named(name) else { return nil }
        self.pointer = pointer
    }

    /// The plain loops multiply floats faster than bytes.
    var fastestPrecision: Precision { description == "plain" ? .float32 : .int8 }

    public var description: String { String(cString: vk_name(pointer)) }
}
