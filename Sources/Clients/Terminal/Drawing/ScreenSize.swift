/// The size of a screen in character cells.
struct ScreenSize: Sendable, Hashable {
    let rows: Int
    let columns: Int

    /// Limited to 1…1000 each, because terminals have reported sizes of 0 and 65535.
    init(rows: Int, columns: Int) {
        self.rows = min(max(rows, 1), 1000)
        self.columns = min(max(columns, 1), 1000)
    }
}

/// A rectangle of cells.
struct Area: Sendable, Hashable {
    var rows: Range<Int>
    var columns: Range<Int>

    init(rows: Range<Int>, columns: Range<Int>) {
        self.rows = rows
        self.columns = columns
    }

    var width: Int { columns.count }
    var height: Int { rows.count }
    var top: Int { rows.lowerBound }
    var left: Int { columns.lowerBound }

    func contains(row: Int, column: Int) -> Bool { rows.contains(row) && columns.contains(column) }
}
