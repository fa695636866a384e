package import Logging
import Synchronization

/// Logs how far a long migration is: at its beginning, and then every few seconds.
package final class MigrationLog: Sendable {
    private static let interval = Duration.seconds(3)

    private let logger: Logger
    private let lastLine = Mutex<ContinuousClock.Instant?>(nil)

    package init(logger: Logger) { self.logger = logger }

    package func add(_ progress: MigrationProgress) {
        let isDue = lastLine.withLock { last in
            if let last, last.duration(to: .now) < Self.interval, progress.done < progress.total { return false }
            last = .now
            return true
        }
        guard isDue else { return }
        logger.notice(
            "changing the database for this version: \(progress.task), \(progress.done) of \(progress.total)"
        )
    }
}
