extension LayerNorm {
    /// Normalises one row of `width` lanes in place: (x − mean) / √(variance + ε) · weight + bias.
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
}
