internal import CEncoderKernels

/// The code that an encoder's matrices are multiplied with.
public enum EncoderKernels: String, CaseIterable, Sendable {
    /// Kernels of Spotter's own, for the two instruction sets that most servers have.
    case avx512, avx2
    /// The machine's BLAS, for all other processors.
    case blas

    public var isAvailable: Bool {
        self == .blas || ek_named(rawValue) != nil
    }

    /// The fastest that this processor has.
    public static let best = allCases.first(where: \.isAvailable) ?? .blas

    /// For people: the BLAS says which processor it took this one for.
    public var name: String {
        self == .blas ? "BLAS \(BLASLibrary.coreName)" : rawValue
    }

    /// What computes with it; the BLAS where this processor lacks the instructions.
    func math(_ precision: EncoderPrecision = .float32) -> any EncoderMath {
        ek_named(rawValue).map { PackedMath(kernels: $0, precision: precision) } ?? BLASMath()
    }

    /// What a wish for a precision comes to.
    public func offered(_ precision: EncoderPrecision) -> EncoderPrecision {
        self == .blas ? .float32 : precision
    }
}
