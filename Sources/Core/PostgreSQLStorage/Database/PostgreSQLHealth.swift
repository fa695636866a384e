import Domain
import Logging
import Storage
import Synchronization

/// What an error of PostgreSQL means for who asked, and for the log.
final class PostgreSQLHealth: Sendable {
    private let damaged = Atomic(false)
    private let logger: Logger
    private let lastLogged = Mutex<[ErrorCode: ContinuousClock.Instant]>([:])

    init(logger: Logger) { self.logger = logger }

    /// Whether damage was seen since the start.
    var isDamaged: Bool { damaged.load(ordering: .relaxed) }

    /// The error to report instead of the engine's own: one that a client may see if there is one, else one line for
    /// the log. Errors of other kinds stay as they are.
    func explained(_ error: any Error) -> any Error {
        guard let failure = error as? PostgreSQLError else { return error }
        let shown: SpotterError
        switch failure.state {
        case "53100": shown = .storageFull
        case "XX001", "XX002":
            damaged.store(true, ordering: .relaxed)
            shown = .storageDamaged
        // What came from outside; other engines store it.
        case "22021": return SpotterError.invalid("A text can't hold the character NUL.")
        case let state where failure.isConnectionLost || state.hasPrefix("53") || state.hasPrefix("58"):
            shown = .storageFailing
        case _ where failure.isTransient: shown = .storageBusy
        default: return StorageError.statementFailed(failure.description)
        }
        log(shown, because: failure)
        return shown
    }

    /// One line a minute for each kind: without a database everything fails.
    private func log(_ shown: SpotterError, because error: PostgreSQLError) {
        let now = ContinuousClock.now
        let isDue = lastLogged.withLock { lastLogged in
            if let last = lastLogged[shown.code], now - last < .seconds(60) { return false }
            lastLogged[shown.code] = now
            return true
        }
        if isDue { logger.error("the database can't be used: \(error)") }
    }
}
