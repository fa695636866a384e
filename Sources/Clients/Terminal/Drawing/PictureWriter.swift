import Pictures

/// What the terminal is told so that it shows a screen's pictures, and no others.
struct PictureWriter {
    private var shown: [PicturePlacement] = []
    /// Places that no longer hold what is shown there; until the next drawing.
    private(set) var overdrawn: [PicturePlacement] = []
    /// Pictures that the terminal keeps in memory.
    private var kept: Set<UInt32> = []

    /// Before the cells are written.
    /// - Parameter isCleared: whether the terminal shows nothing any more.
    mutating func removed(by wanted: [PicturePlacement], isCleared: Bool) -> String {
        if isCleared { shown = [] }
        let new = Set(wanted)
        overdrawn = shown.filter { $0.picture.encoding == .sixel && !new.contains($0) }
        let numbers = Set(wanted.map(\.picture.number))
        var text = ""
        for number in kept.sorted() {
            if isCleared || !numbers.contains(number) {
                text += KittyGraphics.deletion(number)
                kept.remove(number)
            } else if places(of: number, shown) != places(of: number, wanted) {
                text += KittyGraphics.removal(number)
                shown.removeAll { $0.picture.number == number }
            }
        }
        return text
    }

    /// After the cells are written.
    /// - Parameter touched: the pictures of which a cell was.
    mutating func drawn(_ wanted: [PicturePlacement], touched: Set<UInt32>) -> String {
        let old = Set(shown)
        shown = wanted
        overdrawn = []
        var places: [UInt32: Int] = [:]
        var text = ""
        for placement in wanted {
            let picture = placement.picture
            places[picture.number, default: 0] += 1
            if old.contains(placement), !touched.contains(picture.number) { continue }
            text += "\u{1B}[\(placement.area.top + 1);\(placement.area.left + 1)H"
            guard picture.encoding == .kitty else {
                text += picture.content
                continue
            }
            if kept.insert(picture.number).inserted { text += picture.content }
            text += KittyGraphics.placement(
                picture.number,
                place: places[picture.number] ?? 1,
                columns: picture.columns,
                rows: picture.rows
            )
        }
        return text
    }

    private func places(of number: UInt32, _ placements: [PicturePlacement]) -> [Area] {
        placements.filter { $0.picture.number == number }.map(\.area)
    }
}
