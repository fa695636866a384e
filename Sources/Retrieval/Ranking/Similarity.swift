/// How near a message's vectors are to a query's.
struct Similarity: Sendable {
    /// Of its nearest vector.
    let cosine: Double
    /// Of its first vector, which stands for the whole text unless that is very long.
    let whole: Double
    let vector: [Float]
    /// The index of its nearest vector, and how many there are.
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
