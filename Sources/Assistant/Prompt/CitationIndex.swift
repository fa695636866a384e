import Domain
import Messaging

/// The messages in a prompt, by the number with which the model cites them.
struct CitationIndex: Sendable {
    private(set) var lines: [VisibleMessage] = []

    /// Adds the messages that aren't in the index yet.
    /// - Returns: each message with its number.
    mutating func add(_ new: [VisibleMessage]) -> [(number: Int, line: VisibleMessage)] {
        new.map { line in
            if let known = lines.firstIndex(where: { $0.id == line.id }) { return (known + 1, line) }
            lines.append(line)
            return (lines.count, line)
        }
    }

    func line(_ number: Int) -> VisibleMessage? { lines.indices.contains(number - 1) ? lines[number - 1] : nil }
}
