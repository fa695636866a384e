/// One point of a picture. Colours aren't multiplied by alpha.
public struct Pixel: Sendable, Hashable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8
    public var alpha: UInt8

    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    public static let black = Pixel(0, 0, 0)
    public static let white = Pixel(255, 255, 255)
}

/// A decoded picture: its points row by row, from the top left.
///
/// ```swift
/// let small = try PictureDecoder.decode(bytes).scaled(width: 32, height: 24)
/// ```
public struct Pixels: Sendable, Hashable {
    public let width: Int
    public let height: Int
    public let points: [Pixel]

    /// - Returns: `nil` unless there are `width` times `height` points, and at least one.
    public init?(width: Int, height: Int, points: [Pixel]) {
        guard width > 0, height > 0, width.multipliedReportingOverflow(by: height) == (points.count, false) else {
            return nil
        }
        self.width = width
        self.height = height
        self.points = points
    }

    /// A point; black outside of the picture.
    subscript(row: Int, column: Int) -> Pixel {
        guard (0..<height).contains(row), (0..<width).contains(column) else { return .black }
        return points[row * width + column]
    }

    /// - Returns: itself if the new size isn't positive.
    func mapped(width: Int, height: Int, _ point: (_ row: Int, _ column: Int) -> Pixel) -> Pixels {
        var points: [Pixel] = []
        points.reserveCapacity(max(width * height, 0))
        for row in 0..<max(height, 0) {
            for column in 0..<max(width, 0) { points.append(point(row, column)) }
        }
        return Pixels(width: width, height: height, points: points) ?? self
    }
}
