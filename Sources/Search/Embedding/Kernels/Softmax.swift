/// Turns `count` rows of scores into rows that sum to 1, in place.
///
/// Rows are `width` lanes long, of which only the first `length` floats count. The rest of the last lane becomes
/// almost 0.
func softmax(_ rows: UnsafeMutablePointer<Float>, count: Int, length: Int, width: Int) {
    let stride = width * Lane.scalarCount
    for row in 0..<count {
        let scores = rows + row * stride
        for index in length..<stride { scores[index] = -.greatestFiniteMagnitude }
        let lanes = scores.lanes
        var highest = lanes[0]
        for lane in 1..<width { highest.replace(with: lanes[lane], where: lanes[lane] .> highest) }
        let top = highest.max()
        var total = Lane.zero
        for lane in 0..<width {
            let power = exponential(lanes[lane] - top)
            lanes[lane] = power
            total += power
        }
        let scale = 1 / total.sum()
        for lane in 0..<width { lanes[lane] *= scale }
    }
}
