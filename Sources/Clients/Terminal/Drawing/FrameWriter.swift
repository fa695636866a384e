import Pictures

/// Writes a grid to a terminal as the difference from the grid before. The only place of the full screen that knows
/// escape sequences for drawing.
///
/// Terminals disagree about the width of clusters with several scalars. So every run begins at an absolute position,
/// what follows such a cluster is positioned again, and a row that has or had one is drawn as a whole.
struct FrameWriter {
    private(set) var theme: Theme
    private var shown: Grid?
    private var pictures = PictureWriter()

    init(theme: Theme) { self.theme = theme }

    /// The next frame is drawn completely, in other colours.
    mutating func use(_ theme: Theme) {
        self.theme = theme
        invalidate()
    }

    /// The next frame is drawn completely: after a suspension, or when something else wrote to the terminal.
    mutating func invalidate() { shown = nil }

    /// - Returns: empty if nothing has changed.
    mutating func frame(_ grid: Grid) -> String {
        var old = shown.flatMap { $0.size == grid.size ? $0 : nil }
        defer { shown = grid }
        var out = Output(theme: theme, links: grid.links, pictures: grid.pictures)
        if old == nil { out.text += "\u{1B}[0m\u{1B}[2J" }
        out.text += pictures.removed(by: grid.pictures, isCleared: old == nil)
        // What sixels have drawn over is drawn again.
        for placement in pictures.overdrawn { old?.forget(placement.area) }
        for row in 0..<grid.size.rows { write(row, of: grid, old: old, to: &out) }
        let cursorMoved = old == nil || !Self.same(old?.cursor, grid.cursor)
        let images = pictures.drawn(grid.pictures, touched: out.touched)
        guard !out.text.isEmpty || !images.isEmpty || cursorMoved else { return "" }
        out.endRun()
        out.text += images
        let cursor = grid.cursor.map { "\u{1B}[\($0.row + 1);\($0.column + 1)H\u{1B}[?25h" } ?? ""
        // Synchronised, so that no half of a frame is seen; hidden, so that the cursor doesn't fly.
        return "\u{1B}[?2026h\u{1B}[?25l" + out.text + cursor + "\u{1B}[?2026l"
    }

    /// Takes everything out of the terminal's memory that it keeps for pictures.
    mutating func end() -> String { pictures.removed(by: [], isCleared: true) }

    private func write(_ row: Int, of grid: Grid, old: Grid?, to out: inout Output) {
        let new = grid.row(row)
        let before = old?.row(row)
        if let before, Self.same(before, new, old?.links ?? [], grid.links) { return }
        let rightToLeft = new.rightToLeftColumns
        // Terminals keep an isolate in the cell before it, also when what it was for is gone.
        let isUncertain =
            rightToLeft != nil || before?.rightToLeftColumns != nil || new.contains(where: \.isUncertain)
            || before?.contains(where: \.isUncertain) == true
        var knownColumn: Int?
        for column in 0..<grid.size.columns {
            let cell = grid[row, column]
            if cell.width == 0 { continue }
            if !isUncertain, let old, Self.same(old[row, column], cell, old.links, grid.links),
                cell.width < 2 || old[row, column + 1].width == 0
            {
                knownColumn = nil
                continue
            }
            if knownColumn != column { out.text += "\u{1B}[\(row + 1);\(column + 1)H" }
            // Isolated, so that a terminal that reorders Arabic or Hebrew leaves names, times and other columns alone.
            if theme.isUnicode, column == rightToLeft?.lowerBound { out.text += "\u{2068}" }
            out.write(cell, row, column)
            knownColumn = cell.isUncertain ? nil : column + Int(cell.width)
            if theme.isUnicode, column == rightToLeft?.upperBound {
                out.text += "\u{2069}"
                knownColumn = nil
            }
        }
    }

    private static func same(_ a: (row: Int, column: Int)?, _ b: (row: Int, column: Int)?) -> Bool {
        a?.row == b?.row && a?.column == b?.column
    }

    private static func same(_ a: ArraySlice<Cell>, _ b: ArraySlice<Cell>, _ old: [String], _ new: [String]) -> Bool {
        if old == new { return a == b }
        return zip(a, b).allSatisfy { same($0, $1, old, new) }
    }

    private static func same(_ a: Cell, _ b: Cell, _ old: [String], _ new: [String]) -> Bool {
        guard a.link > 0 || b.link > 0 else { return a == b }
        var a = a
        guard address(a, old) == address(b, new) else { return false }
        a.link = b.link
        return a == b
    }

    private static func address(_ cell: Cell, _ links: [String]) -> String? {
        cell.link > 0 && Int(cell.link) <= links.count ? links[Int(cell.link) - 1] : nil
    }
}

extension ArraySlice<Cell> {
    /// The columns from the first to the last character that is written from right to left; `nil` if there is none.
    fileprivate var rightToLeftColumns: ClosedRange<Int>? {
        guard let first = firstIndex(where: \.isRightToLeft), let last = lastIndex(where: \.isRightToLeft) else {
            return nil
        }
        return first - startIndex...last - startIndex
    }
}

extension Cell {
    /// Hebrew, Arabic, Syriac, Thaana, N'Ko and their presentation forms.
    fileprivate var isRightToLeft: Bool {
        guard let value = text.unicodeScalars.first?.value, value >= 0x590 else { return false }
        switch value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
        default: return false
        }
    }
}

/// The bytes of a frame, with the attributes that are set.
private struct Output {
    let theme: Theme
    let links: [String]
    let pictures: [PicturePlacement]
    var text = ""
    /// Pictures of which a cell was written, which may have taken a part of them away.
    var touched: Set<UInt32> = []
    private var look: Look?
    private var link: UInt16 = 0

    private struct Look: Equatable {
        let role: TextRole
        let surface: Surface
        let block: HalfBlock?
    }

    init(theme: Theme, links: [String], pictures: [PicturePlacement]) {
        self.theme = theme
        self.links = links
        self.pictures = pictures
    }

    mutating func write(_ cell: Cell, _ row: Int, _ column: Int) {
        for placement in pictures where placement.area.contains(row: row, column: column) {
            touched.insert(placement.picture.number)
        }
        let wanted = Look(role: cell.role, surface: cell.surface, block: cell.block)
        if look != wanted {
            let parameters = cell.block.map(theme.parameters) ?? theme.parameters(cell.role, cell.surface)
            text += parameters.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(parameters)m"
            look = wanted
        }
        if cell.link != link {
            let address = cell.link > 0 && Int(cell.link) <= links.count ? links[Int(cell.link) - 1] : ""
            text += "\u{1B}]8;;\(address)\u{1B}\\"
            link = cell.link
        }
        // Some terminals leave the further columns of a cluster as they were.
        if cell.width > 1, cell.isUncertain { text += "\u{1B}[\(cell.width)X" }
        if theme.isUnicode { text.append(cell.text) } else { text += ASCIIText.of(cell.text, columns: Int(cell.width)) }
    }

    mutating func endRun() {
        if link > 0 { text += "\u{1B}]8;;\u{1B}\\" }
        link = 0
        text += "\u{1B}[0m"
        look = nil
    }
}
