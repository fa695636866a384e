import CommandLineSupport
import Importing
import Synchronization

/// Prints the progress of an import to standard error once a second. Prints nothing if the import takes less.
final class ImportProgressNotes: Sendable {
    private let clock = ContinuousClock()
    private let shown: Mutex<ContinuousClock.Instant>

    init() { shown = Mutex(ContinuousClock().now) }

    func show(_ progress: ImportProgress) {
        let now = clock.now
        let isDue = shown.withLock { shown in
            guard now - shown >= .seconds(1) else { return false }
            shown = now
            return true
        }
        guard isDue else { return }
        switch progress {
        case .hashing(let done, let total): note("hashing passwords: \(done) of \(total)")
        case .storing(let files, let total): note("storing files: \(files) of \(total)")
        case .writing(let messages, let total): note("writing messages: \(messages) of \(total)")
        }
    }
}
