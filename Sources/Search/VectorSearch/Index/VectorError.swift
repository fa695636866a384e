/// Why a vector can't be stored or searched for.
public enum VectorError: Error, Equatable, CustomStringConvertible {
    case wrongDimension(found: Int, expected: Int)
    /// It contains NaN or an infinity.
    case notFinite
    /// All zeros: it has no direction.
    case zero
    /// No vector at all: an entry has at least one.
    case empty

    public var description: String {
        switch self {
        case .wrongDimension(let found, let expected): "a vector of \(found) numbers where \(expected) are expected"
        case .notFinite: "a vector with a number that is not finite"
        case .zero: "a vector of zeros"
        case .empty: "no vector at all"
        }
    }
}
