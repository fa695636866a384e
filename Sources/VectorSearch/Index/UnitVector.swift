/// A vector of length 1.
struct UnitVector {
    let values: [Float]

    /// How far a squared length may be from 1 for a vector to be taken as it is.
    private static let tolerance = 1e-6

    /// Checks and scales a vector from outside. One that has length 1 already keeps its exact values.
    init(_ vector: [Float], dimension: Int) throws(VectorError) {
        guard vector.count == dimension else { throw .wrongDimension(found: vector.count, expected: dimension) }
        // In doubles no square of a float overflows or vanishes.
        let squares = vector.reduce(0.0) { $0 + Double($1) * Double($1) }
        guard squares.isFinite else { throw .notFinite }
        guard squares > 0 else { throw .zero }
        if abs(squares - 1) <= Self.tolerance {
            values = vector
        } else {
            let scale = 1 / squares.squareRoot()
            values = vector.map { Float(Double($0) * scale) }
        }
    }
}
