/// A line of values over time in Braille cells of two by four dots. A gap in time is a gap in the line.
public struct BrailleChart: Sendable {
    public struct Point: Sendable, Hashable {
        /// Days from any day.
        public let day: Int
        public let value: Double

        public init(day: Int, value: Double) {
            self.day = day
            self.value = value
        }
    }

    /// In cells.
    private let width: Int
    private let height: Int
    /// Longer without a value, the line is broken.
    private let maxGap: Int

    public init(width: Int = 60, height: Int = 6, maxGap: Int = 21) {
        self.width = max(1, width)
        self.height = max(1, height)
        self.maxGap = maxGap
    }

    /// Rows from the top. Empty if there is no point.
    public func rows(_ points: [Point]) -> [String] {
        let points = points.filter(\.value.isFinite).sorted { $0.day < $1.day }
        guard let first = points.first, let last = points.last else { return [] }
        let values = points.map(\.value)
        let (low, high) = (values.min() ?? 0, values.max() ?? 0)
        let (columns, lines) = (width * 2, height * 4)
        func place(_ point: Point) -> (x: Int, y: Int) {
            let days = last.day - first.day
            let x = days == 0 ? columns / 2 : (point.day - first.day) * (columns - 1) / days
            // By halves: the difference of two values may be more than a number can be.
            let share = (point.value / 2 - low / 2) / (high / 2 - low / 2)
            return (x, lines - 1 - Int((share.isFinite ? share * Double(lines - 1) : Double(lines - 1) / 2).rounded()))
        }
        var dots = Array(repeating: Array(repeating: false, count: columns), count: lines)
        var former: Point?
        for point in points {
            let end = place(point)
            if let former, point.day - former.day <= maxGap {
                let start = place(former)
                let steps = max(abs(end.x - start.x), abs(end.y - start.y))
                for step in 0...steps {
                    let x = steps == 0 ? end.x : start.x + (end.x - start.x) * step / steps
                    let y = steps == 0 ? end.y : start.y + (end.y - start.y) * step / steps
                    dots[y][x] = true
                }
            }
            dots[end.y][end.x] = true
            former = point
        }
        return (0..<height).map { row in String((0..<width).map { Self.cell(dots, $0 * 2, row * 4) }) }
    }

    /// Unicode numbers the dots down the left column, then down the right one, and the lowest two last.
    private static let bits: [[UInt32]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

    private static func cell(_ dots: [[Bool]], _ left: Int, _ top: Int) -> Character {
        var code: UInt32 = 0x2800
        for (line, row) in bits.enumerated() {
            for (column, bit) in row.enumerated() where dots[top + line][left + column] { code |= bit }
        }
        return Unicode.Scalar(code).map(Character.init) ?? " "
    }
}
