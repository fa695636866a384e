import CVectorKernels

/// The numbers that a scan reads. Both find the same matches with the same scores.
public enum Precision: Sendable, CaseIterable {
    /// Codes of one byte per number. The error of each vector is known, so every candidate for the best is scored
    /// exactly.
    case int8
    /// The floats themselves: four times as much memory to read.
    case float32

    var kernel: vk_precision {
        switch self {
        case .int8: vk_int8
        case .float32: vk_float32
        }
    }
}
