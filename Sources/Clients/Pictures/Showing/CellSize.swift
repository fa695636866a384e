/// The size of a terminal's cell in pixels.
public struct CellSize: Sendable, Hashable {
    public let width: Int
    public let height: Int

    /// Limited to 2…64 each, because pictures are made in this size.
    public init(width: Int, height: Int) {
        self.width = min(max(width, 2), 64)
        self.height = min(max(height, 2), 64)
    }

    /// The shape that most fonts have, for terminals that don't tell.
    public static let usual = CellSize(width: 10, height: 20)

    /// The cells that a picture takes in its own proportions: no more than there is room for, nor more than its pixels.
    /// - Parameters:
    ///   - width, height: of the picture in pixels.
    ///   - columns, rows: the room.
    public func cells(
        width pictureWidth: Int,
        height pictureHeight: Int,
        columns: Int,
        rows: Int
    ) -> (columns: Int, rows: Int) {
        let (columns, rows) = (max(columns, 1), max(rows, 1))
        let (wide, high) = (Double(max(pictureWidth, 1)), Double(max(pictureHeight, 1)))
        let widest = Double(columns * width) / wide
        let highest = Double(rows * height) / high
        let scale = min(widest, highest, 1)
        let across = (wide * scale / Double(width)).rounded()
        let down = (high * scale / Double(height)).rounded()
        return (min(max(Int(across), 1), columns), min(max(Int(down), 1), rows))
    }
}
