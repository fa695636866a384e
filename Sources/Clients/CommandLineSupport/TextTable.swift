/// Rows of text in aligned columns, under a header.
///
/// ```swift
/// var table = TextTable("NAME", "ROLE")
/// table.add("Alex", "trainer")
/// ```
public struct TextTable {
    private var rows: [[String]]

    public init(_ header: String...) { rows = [header] }

    public init(_ header: [String]) { rows = [header] }

    /// - Parameter cells: as many as the header has.
    public mutating func add(_ cells: String...) { rows.append(cells) }

    public mutating func add(_ cells: [String]) { rows.append(cells) }

    /// Each row as a line. The last column isn't padded.
    public var lines: [String] {
        let columns = rows.first?.count ?? 0
        let widths = (0..<columns).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
        }
        return rows.map { row in
            zip(row, widths).enumerated().map { index, cell in
                index == row.count - 1 ? cell.0 : cell.0 + String(repeating: " ", count: cell.1 - cell.0.count)
            }.joined(separator: "  ")
        }
    }
}
