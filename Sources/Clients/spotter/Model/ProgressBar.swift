import CommandLineSupport
import Foundation
import Synchronization

/// A progress bar on standard error. If that isn't a terminal, it prints a line per tenth.
final class ProgressBar: Sendable {
    private let isTerminal = isatty(2) == 1
    private let shown = Mutex((tenth: -1, isOpen: false))

    /// Bytes, shown as megabytes.
    func show(_ name: String, _ done: Int, of total: Int?) {
        guard let total, total > 0 else { return }
        show(
            name,
            fraction: Double(done) / Double(total),
            "\(done / 1_000_000) of \(total / 1_000_000) MB",
            brief: "\(total / 1_000_000) MB"
        )
    }

    /// - Parameters:
    ///   - fraction: 0 to 1.
    ///   - detail: the text beside the bar.
    ///   - brief: the text without a terminal.
    func show(_ name: String, fraction: Double, _ detail: String, brief: String) {
        let fraction = min(1, max(0, fraction))
        shown.withLock { shown in
            if isTerminal {
                let filled = Int(fraction * 30)
                let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
                let line = "\r\(bar) \(Int(fraction * 100)) %  \(detail)  \(name)\u{1B}[K"
                FileHandle.standardError.write(Data(line.utf8))
                shown.isOpen = true
            } else if Int(fraction * 10) != shown.tenth {
                shown.tenth = Int(fraction * 10)
                note("\(name): \(Int(fraction * 100)) % of \(brief)")
            }
        }
    }

    /// Ends the line, so that later output starts on a new one.
    func end() {
        shown.withLock { shown in
            if shown.isOpen { FileHandle.standardError.write(Data("\n".utf8)) }
            shown = (-1, false)
        }
    }
}
