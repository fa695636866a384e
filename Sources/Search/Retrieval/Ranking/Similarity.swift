/// The similarity of a message's vectors to a query's.
struct Similarity: Sendable {
    /// The cosine of its nearest vector.
    let cosine: Double
    /// The cosine of its first vector, which represents the whole text unless the text is very long.
    let whole: Double
    let vector: [Float]
    /// The index of its nearest vector, and the number of its vectors.
    let best: Int
    let count: Int
}

/// The cosine of two vectors of length 1.
func dotProduct(_ one: [Float], _ other: [Float]) -> Double {
    one.withUnsafeBufferPointer { one in
        other.withUnsafeBufferPointer { other in
            var sums = SIMD16<Float>.zero
            let count = min(one.count, other.count)
            var index = 0
            while index + 16 <= count {
                var (a, b) = (SIMD16<Float>.zero, SIMD16<Float>.zero)
                for lane in 0..<16 { (a[lane], b[lane]) = (one[index + lane], other[index + lane]) }
                sums += a * b
                index += 16
            }
            var sum = sums.sum()
            while index < count {
                sum += one[index] * other[index]
                index += 1
            }
            return Double(sum)
        }
    }
}
