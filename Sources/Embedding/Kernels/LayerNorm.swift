/// Scale and shift of one LayerNorm.
struct LayerNorm {
    let weight: FloatBuffer
    let bias: FloatBuffer
    /// Added to the variance.
    let epsilon: Float

    /// Normalises one row of `width` lanes in place: (x − mean) / √(variance + ε) · weight + bias.
    @inline(__always)
    func apply(to row: UnsafeMutablePointer<Lane>, width: Int) {
        let count = Float(width * Lane.scalarCount)
        var total = Lane.zero
        for lane in 0..<width { total += row[lane] }
        let mean = total.sum() / count
        var squares = Lane.zero
        for lane in 0..<width {
            let centred = row[lane] - mean
            squares += centred * centred
        }
        let scale = 1 / (squares.sum() / count + epsilon).squareRoot()
        let (weights, biases) = (weight.lanes, bias.lanes)
        for lane in 0..<width {
            row[lane] = (row[lane] - mean) * scale * weights[lane] + biases[lane]
        }
    }

    /// rows[r] = norm(rows[r] + update[r] + updateBias): the residual connection and the norm after it.
    func addAndApply(
        _ update: UnsafePointer<Lane>,
        updateBias: UnsafePointer<Lane>,
        to rows: UnsafeMutablePointer<Lane>,
        count: Int,
        width: Int
    ) {
        for row in 0..<count {
            let values = rows + row * width
            let added = update + row * width
            for lane in 0..<width { values[lane] += added[lane] + updateBias[lane] }
            apply(to: values, width: width)
        }
    }
}
