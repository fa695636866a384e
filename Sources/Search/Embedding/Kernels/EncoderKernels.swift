internal import CEncoderKernels

/// The implementations of an encoder's matrix operations.
public enum EncoderKernels: String, CaseIterable, Sendable {
    /// Spotter's own, for the two instruction sets that most servers have.
    case avx512, avx2
    /// The machine's BLAS, for all other processors.
    case blas

    public var isAvailable: Bool {
        self == .blas || ek_named(rawValue) != nil
    }

    /// The fastest on this processor.
    public static let best = allCases.first(where: \.isAvailable) ?? .blas

    /// For display. For BLAS, with the processor that it detected.
    public var name: String {
        self == .blas ? "BLAS \(BLASLibrary.coreName)" : rawValue
    }

    /// BLAS if this processor lacks the instructions.
    func math(_ precision: EncoderPrecision = .float32) -> any EncoderMath {
        ek_named(rawValue).map { PackedMath(kernels: $0, precision: precision) } ?? BLASMath()
    }

    /// The precision in use if `precision` is configured.
    public func effectivePrecision(_ precision: EncoderPrecision) -> EncoderPrecision {
        self == .blas ? .float32 : precision
    }
}
