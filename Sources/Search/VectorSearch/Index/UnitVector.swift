/// A vector of length 1.
struct UnitVector {
    let values: [Float]

    /// The maximum deviation of a squared length from 1 at which a vector is stored unchanged.
    private static let tolerance = 1e-6

    /// A quick check of vectors that were validated before they were stored. False if a number is NaN.
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

    /// Validates and scales a vector from outside. A vector of length 1 keeps its exact values.
    init(_ vector: [Float], dimension: Int) throws(VectorError) {
        guard vector.count == dimension else { throw .wrongDimension(found: vector.count, expected: dimension) }
        // In double precision, the square of a float neither overflows nor underflows.
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
