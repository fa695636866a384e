/// How a terminal is given pictures.
public enum PictureEncoding: String, Sendable, Hashable, CaseIterable {
    /// kitty's graphics protocol.
    case kitty
    /// DEC's sixels.
    case sixel
    /// Two points in each cell, as the colours of `▀`.
    case blocks
}

/// What a cell shows: the colour of `▀`, and the one behind it.
public struct HalfBlock: Sendable, Hashable {
    public let upper: Pixel
    public let lower: Pixel

    public init(upper: Pixel, lower: Pixel) {
        self.upper = upper
        self.lower = lower
    }
}

/// A picture in the size and form in which a terminal shows it.
///
/// Two are equal if they have the same number.
public final class PreparedPicture: Sendable, Hashable {
    /// Names it to the terminal; another one for each picture, size and form.
    public let number: UInt32
    public let columns: Int
    public let rows: Int
    public let encoding: PictureEncoding
    /// What the terminal is sent: the points for kitty, sixels, or nothing.
    public let content: String
    private let blocks: [HalfBlock]

    /// In pixels: as large as previews are.
    private static let maxSentSide = 256
    /// Pixels that are turned into sixels at most; a larger picture stays in blocks.
    private static let maxSixelPixels = 1 << 20

    /// - Parameters:
    ///   - ground: the colour behind transparent points.
    ///   - cell: the size in which sixels are made.
    public init(
        _ pixels: Pixels,
        number: UInt32,
        columns: Int,
        rows: Int,
        encoding: PictureEncoding,
        ground: Pixel,
        cell: CellSize
    ) {
        self.number = number
        self.columns = max(columns, 1)
        self.rows = max(rows, 1)
        let (width, height) = (self.columns * cell.width, self.rows * cell.height)
        let isTooLarge = encoding == .sixel && width * height > Self.maxSixelPixels
        self.encoding = isTooLarge ? .blocks : encoding
        let pixels = pixels.flattened(on: ground)
        let small = pixels.scaled(width: self.columns, height: self.rows * 2)
        var blocks: [HalfBlock] = []
        for row in 0..<self.rows {
            for column in 0..<self.columns {
                blocks.append(HalfBlock(upper: small[row * 2, column], lower: small[row * 2 + 1, column]))
            }
        }
        self.blocks = blocks
        content =
            switch self.encoding {
            case .blocks: ""
            case .kitty: KittyGraphics.transmission(of: pixels.limited(toSide: Self.maxSentSide), number: number)
            case .sixel: Sixels.encoded(pixels.scaled(width: width, height: height))
            }
    }

    /// In bytes, roughly.
    public var size: Int { content.utf8.count + blocks.count * MemoryLayout<HalfBlock>.size }

    /// What a cell shows in half blocks; `nil` outside of the picture.
    public func block(row: Int, column: Int) -> HalfBlock? {
        guard (0..<rows).contains(row), (0..<columns).contains(column) else { return nil }
        return blocks[row * columns + column]
    }

    public static func == (a: PreparedPicture, b: PreparedPicture) -> Bool { a.number == b.number }

    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
