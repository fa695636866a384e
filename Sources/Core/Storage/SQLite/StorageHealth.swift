import Domain
import GRDB
import Logging
import Synchronization

/// What a server knows about its database: whether it's damaged, and what writing failed of last.
///
/// Once damage was seen, nothing is written any more: what would be acknowledged might not be found again, and every
/// further page makes a repair harder. Reading goes on.
public final class StorageHealth: Sendable {
    private let damaged = Atomic(false)
    private let lastLogged = Mutex<[ErrorCode: ContinuousClock.Instant]>([:])
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    /// For one connection whose errors are told by whoever uses it: logs nothing.
    static func silent() -> StorageHealth {
        StorageHealth(logger: Logger(label: "spotter") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Whether damage was seen since the start.
    public var isDamaged: Bool { damaged.load(ordering: .relaxed) }

    /// Stops all writes.
    ///
    /// - Parameter reason: what is wrong, for the log.
    public func declareDamaged(_ reason: String) {
        guard !damaged.exchange(true, ordering: .relaxed) else { return }
        logger.critical(
            "the database is damaged, nothing is written any more; stop the server and restore a backup (spotter restore): \(Self.line(reason))"
        )
    }

    /// Records a statement's error if it indicates corruption.
    func note(_ error: any Error) {
        guard let error = error as? DatabaseError else { return }
        if Self.isDamage(error) { declareDamaged(Self.describe(error)) }
    }

    /// The error to report instead of the engine's own: one that a client may see if there is one, else one line for
    /// the log. Errors of other kinds stay as they are.
    func explained(_ error: any Error) -> any Error {
        guard let failure = error as? DatabaseError else { return error }
        note(failure)
        let shown: SpotterError
        switch failure.resultCode {
        case _ where Self.isFull(failure): shown = .storageFull
        case .SQLITE_BUSY, .SQLITE_LOCKED: shown = .storageBusy
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: return SpotterError.storageDamaged
        case .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN: shown = .storageFailing
        default: return StorageError.statementFailed(Self.describe(failure))
        }
        log(shown, because: Self.describe(failure))
        return shown
    }

    /// Logs why a connection couldn't be opened, whatever the reason.
    func noteNotOpened(_ error: any Error) {
        note(error)
        log(.storageFailing, because: (error as? DatabaseError).map(Self.describe) ?? Self.line("\(error)"))
    }

    /// One line a minute for each kind: a full disk fails every write.
    private func log(_ shown: SpotterError, because reason: String) {
        let now = ContinuousClock.now
        let isDue = lastLogged.withLock { lastLogged in
            if let last = lastLogged[shown.code], now - last < .seconds(60) { return false }
            lastLogged[shown.code] = now
            return true
        }
        if isDue { logger.error("the database can't be used: \(reason)") }
    }

    static func isDamage(_ error: DatabaseError) -> Bool {
        error.resultCode == .SQLITE_CORRUPT || error.resultCode == .SQLITE_NOTADB
    }

    /// Whether there is no room left: for a page, or for the file beside the database that its connections share.
    static func isFull(_ error: DatabaseError) -> Bool {
        error.resultCode == .SQLITE_FULL || error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
    }

    /// The engine's words, in one line and without arguments, which may hold what users wrote.
    static func describe(_ error: DatabaseError) -> String {
        var text = "\(error.message ?? "unknown error") (SQLite \(error.extendedResultCode.rawValue))"
        if let sql = error.sql { text += " in \(sql.prefix(160))" }
        return line(text)
    }

    /// The engine's words and, for a damaged file or a full disk, what to do.
    static func advise(_ error: DatabaseError) -> String {
        if isFull(error) {
            return "its disk is full; make room and start again (SQLite \(error.extendedResultCode.rawValue))"
        }
        return isDamage(error)
            ? "\(describe(error)); the file is damaged, restore a backup (spotter restore)" : describe(error)
    }

    private static func line(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
