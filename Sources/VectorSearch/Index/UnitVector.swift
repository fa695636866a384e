/// A vector of length 1.
struct UnitVector {
    let values: [Float]

    /// How far a squared length may be from 1 for a vector to be taken as it is.
    private static let tolerance = 1e-6

    /// For vectors that were checked once and stored since. What isn't a number has no length.
    static func hasUnitLength(_ vector: UnsafeBufferPointer<Float>) -> Bool {
        var lanes = SIMD16<Float>.zero
        var rest: Float = 0
        let whole = vector.count / 16 * 16
        let raw = UnsafeRawBufferPointer(vector)
        for start in stride(from: 0, to: whole, by: 16) {
            let values = raw.loadUnaligned(fromByteOffset: start * 4, as: SIMD16<Float>.self)
            lanes += values * values
        }
        for index in whole..<vector.count { rest += vector[index] * vector[index] }
        return abs(lanes.sum() + rest - 1) <= 1e-5
    }

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
