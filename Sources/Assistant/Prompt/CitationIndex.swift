import Domain
import Messaging

/// The messages that a prompt shows, by the number with which the model cites them.
struct CitationIndex: Sendable {
    private(set) var lines: [VisibleMessage] = []

    /// Adds the lines that aren't there yet.
    ///
    /// - Returns: each line with its number.
    mutating func add(_ new: [VisibleMessage]) -> [(number: Int, line: VisibleMessage)] {
        new.map { line in
            if let known = lines.firstIndex(where: { $0.id == line.id }) { return (known + 1, line) }
            lines.append(line)
            return (lines.count, line)
        }
    }

    func line(_ number: Int) -> VisibleMessage? { lines.indices.contains(number - 1) ? lines[number - 1] : nil }
}
