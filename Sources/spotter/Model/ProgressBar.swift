import Foundation
import Synchronization

/// A bar on standard error; where that isn't a terminal, a line for each tenth.
final class ProgressBar: Sendable {
    private let isTerminal = isatty(2) == 1
    private let shown = Mutex((tenth: -1, isOpen: false))

    func show(_ name: String, _ done: Int, of total: Int?) {
        guard let total, total > 0 else { return }
        let fraction = min(1, Double(done) / Double(total))
        shown.withLock { shown in
            if isTerminal {
                let filled = Int(fraction * 30)
                let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
                let line = "\r\(bar) \(Int(fraction * 100)) %  \(done / 1_000_000) of \(total / 1_000_000) MB  \(name)"
                FileHandle.standardError.write(Data(line.utf8))
                shown.isOpen = true
            } else if Int(fraction * 10) != shown.tenth {
                shown.tenth = Int(fraction * 10)
                note("\(name): \(Int(fraction * 100)) % of \(total / 1_000_000) MB")
            }
        }
    }

    /// Ends the line, so that what follows stands on its own.
    func end() {
        shown.withLock { shown in
            if shown.isOpen { FileHandle.standardError.write(Data("\n".utf8)) }
            shown = (-1, false)
        }
    }
}
