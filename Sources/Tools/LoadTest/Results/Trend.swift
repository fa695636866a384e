/// The slope of a value over time, by least squares.
package struct Trend: Sendable {
    private var points: [(x: Double, y: Double)] = []

    package init() {}

    package mutating func add(at seconds: Double, _ value: Double) { points.append((seconds, value)) }

    /// Change per hour; `nil` unless there are values of two times.
    package var slopePerHour: Double? {
        let count = Double(points.count)
        let (meanX, meanY) = (points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
        let spread = points.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
        guard spread > 0 else { return nil }
        return points.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) } / spread * 3600
    }
}
