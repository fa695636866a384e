import Pictures

/// One column of one row, or two for a wide character.
struct Cell: Hashable {
    var text: Character = " "
    /// 0: the right half of the cell before.
    var width: UInt8 = 1
    var role = TextRole.plain
    var surface = Surface.normal
    /// The number of an address in `Grid.links`, counted from 1; 0 for none.
    var link: UInt16 = 0
    /// The colours of a picture, instead of those of role and surface.
    var block: HalfBlock?

    /// Whether terminals disagree about its width.
    var isUncertain: Bool {
        guard !text.isASCII, let first = text.unicodeScalars.first else { return text.unicodeScalars.count > 1 }
        if text.unicodeScalars.count > 1 { return true }
        // What one version of Unicode doesn't know yet, another one does.
        return first.properties.generalCategory == .unassigned || first.properties.generalCategory == .privateUse
    }
}

/// A screen as cells. Everything is drawn into one of these first, so that it can be tested without a terminal.
struct Grid {
    let size: ScreenSize
    private(set) var cells: [Cell]
    private(set) var links: [String] = []
    /// Pictures that the terminal draws itself, over the half blocks in the cells.
    private(set) var pictures: [PicturePlacement] = []
    /// Where the terminal shows its cursor; `nil` hides it.
    var cursor: (row: Int, column: Int)?

    init(_ size: ScreenSize) {
        self.size = size
        cells = Array(repeating: Cell(), count: size.rows * size.columns)
    }

    /// A cell; a blank outside of the screen.
    subscript(row: Int, column: Int) -> Cell {
        guard contains(row, column) else { return Cell() }
        return cells[row * size.columns + column]
    }

    func row(_ row: Int) -> ArraySlice<Cell> {
        guard (0..<size.rows).contains(row) else { return [] }
        return cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// The text of a row without the spaces at its end.
    func text(ofRow row: Int) -> String {
        var text = ""
        for cell in self.row(row) where cell.width > 0 { text.append(cell.text) }
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Draws a line. What doesn't fit before the area's right edge is left out.
    /// - Returns: the column after the text.
    @discardableResult
    mutating func put(_ text: StyledText, row: Int, column: Int, end: Int? = nil, surface: Surface? = nil) -> Int {
        let end = min(end ?? size.columns, size.columns)
        var column = column
        for span in text.spans {
            if let slice = span.slice {
                column = put(slice, row: row, column: column, end: end)
                continue
            }
            let link = span.link.map { number(of: $0) } ?? 0
            for character in span.text.lazy.flatMap(DrawableCluster.parts) {
                let width = DisplayWidth.of(character)
                guard width > 0 else { continue }
                guard column >= 0, column + width <= end, contains(row, column) else { return column }
                let background = surface ?? self[row, column].surface
                set(
                    Cell(text: character, width: UInt8(width), role: span.role, surface: background, link: link),
                    row,
                    column
                )
                column += width
            }
        }
        return column
    }

    /// Draws one row of a picture in half blocks.
    private mutating func put(_ slice: PictureSlice, row: Int, column: Int, end: Int) -> Int {
        let picture = slice.picture
        if slice.row == 0, picture.encoding != .blocks {
            let area = Area(rows: row..<row + picture.rows, columns: column..<column + picture.columns)
            pictures.append(PicturePlacement(picture: picture, area: area))
        }
        for offset in 0..<picture.columns where column + offset < end && contains(row, column + offset) {
            guard let block = picture.block(row: slice.row, column: offset) else { continue }
            set(Cell(text: "▀", surface: self[row, column + offset].surface, block: block), row, column + offset)
        }
        return min(column + picture.columns, end)
    }

    /// Leaves the half blocks of pictures that aren't whole, because something is drawn over them or they have been
    /// scrolled out in part.
    mutating func dropPartialPictures() {
        let cells = self
        pictures.removeAll { placement in
            placement.area.rows.contains { row in
                placement.area.columns.contains { cells[row, $0].block == nil }
            }
        }
    }

    /// Makes cells differ from any that are drawn.
    mutating func forget(_ area: Area) {
        for row in area.rows {
            for column in area.columns where contains(row, column) {
                cells[row * size.columns + column] = Cell(text: "\0")
            }
        }
    }

    /// Gives a rectangle a shade, and blanks it.
    mutating func fill(_ area: Area, surface: Surface) {
        for row in area.rows where (0..<size.rows).contains(row) {
            for column in area.columns where (0..<size.columns).contains(column) {
                set(Cell(surface: surface), row, column)
            }
        }
    }

    /// Changes the shade of a rectangle and keeps its text.
    mutating func shade(_ area: Area, _ surface: Surface) {
        for row in area.rows where (0..<size.rows).contains(row) {
            for column in area.columns where (0..<size.columns).contains(column) {
                cells[row * size.columns + column].surface = surface
            }
        }
    }

    private func contains(_ row: Int, _ column: Int) -> Bool {
        (0..<size.rows).contains(row) && (0..<size.columns).contains(column)
    }

    private mutating func set(_ cell: Cell, _ row: Int, _ column: Int) {
        let index = row * size.columns + column
        // Half of a wide character can't stay.
        if cells[index].width == 0, column > 0 { blank(index - 1) }
        let last = index + Int(cell.width) - 1
        if column + Int(cell.width) < size.columns, cells[last + 1].width == 0 { blank(last + 1) }
        cells[index] = cell
        guard cell.width > 1 else { return }
        for offset in 1..<Int(cell.width) {
            cells[index + offset] = Cell(width: 0, role: cell.role, surface: cell.surface, link: cell.link)
        }
    }

    private mutating func blank(_ index: Int) {
        cells[index].text = " "
        cells[index].width = 1
    }

    private mutating func number(of link: String) -> UInt16 {
        if let index = links.firstIndex(of: link) { return UInt16(clamping: index + 1) }
        guard links.count < Int(UInt16.max) else { return 0 }
        links.append(link)
        return UInt16(clamping: links.count)
    }
}
