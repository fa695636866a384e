import CVectorKernels

/// How a search reads the vectors. Both find the same matches with the same scores.
public enum Precision: Sendable, CaseIterable {
    /// Codes of a byte a number. Each vector's error is known, so what may be among the best is scored exactly.
    case codes
    /// The numbers themselves: four times as much memory to read.
    case floats

    var kernel: vk_precision {
        switch self {
        case .codes: vk_codes
        case .floats: vk_values
        }
    }
}
