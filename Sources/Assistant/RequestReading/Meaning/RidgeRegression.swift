/// A linear regression from vectors to classes, each of which is 1 for its own examples and 0 for others. A penalty on large weights
/// lets some hundred examples suffice for as many dimensions; it has a closed form, so that the same examples always give the same.
struct RidgeRegression: Sendable {
    /// Chosen by leaving out a tenth of the examples in turn.
    private static let penalty = 0.3

    private let weights: [[Double]]
    private let bias: [Double]

    /// - Parameters:
    ///   - vectors: at least one, all equally long.
    ///   - classes: each below `count`.
    init(_ vectors: [[Float]], classes: [Int], count: Int) {
        let dimensions = vectors.first?.count ?? 0
        let total = Double(max(vectors.count, 1))
        let mean = (0..<dimensions).map { dimension in vectors.reduce(0) { $0 + Double($1[dimension]) } / total }
        let centred = vectors.map { vector in zip(vector, mean).map { Double($0) - $1 } }
        let shares = (0..<count).map { kind in Double(classes.count { $0 == kind }) / total }
        let factor = Self.factor(of: centred)
        weights = (0..<count).map { kind in
            let targets = classes.map { ($0 == kind ? 1 : 0) - shares[kind] }
            let parts = Self.solution(factor, targets)
            var weights = [Double](repeating: 0, count: dimensions)
            for (part, vector) in zip(parts, centred) {
                for dimension in 0..<dimensions { weights[dimension] += part * vector[dimension] }
            }
            return weights
        }
        bias = zip(shares, weights).map { share, weights in share - Self.product(weights, mean) }
    }

    /// One score a class: about 1 for its own, about 0 for others.
    func scores(of vector: [Float]) -> [Double] {
        let vector = vector.map(Double.init)
        return zip(bias, weights).map { bias, weights in bias + Self.product(weights, vector) }
    }

    private static func product(_ one: [Double], _ other: [Double]) -> Double {
        one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                var sum = 0.0
                for index in 0..<min(one.count, other.count) { sum += one[index] * other[index] }
                return sum
            }
        }
    }

    /// The rows of L in L Lᵀ = X Xᵀ + penalty: Cholesky's, which the penalty keeps possible.
    private static func factor(of rows: [[Double]]) -> [[Double]] {
        var factor: [[Double]] = []
        for (row, vector) in rows.enumerated() {
            var line: [Double] = []
            line.reserveCapacity(row + 1)
            for column in 0..<row {
                // The rest of the other line counts as 0: `product` ends with the shorter one.
                let rest = product(vector, rows[column]) - product(line, factor[column])
                line.append(rest / factor[column][column])
            }
            line.append((product(vector, vector) + penalty - product(line, line)).squareRoot())
            factor.append(line)
        }
        return factor
    }

    /// The solution of L Lᵀ x = targets.
    private static func solution(_ factor: [[Double]], _ targets: [Double]) -> [Double] {
        var solved: [Double] = []
        for (line, target) in zip(factor, targets) {
            solved.append((target - product(line, solved)) / line[solved.count])
        }
        for row in factor.indices.reversed() {
            solved[row] /= factor[row][row]
            for column in 0..<row { solved[column] -= factor[row][column] * solved[row] }
        }
        return solved
    }
}
