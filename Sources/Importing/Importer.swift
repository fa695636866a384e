public import Accounts
public import Domain
public import Messaging
public import SpotterAPI
public import Storage

/// Imports people, chats and calendars from a file, as one transaction. Importing a file again has no effect.
///
/// Imported messages cause no events or notifications, but they are indexed for search like any others.
public struct Importer: Sendable {
    /// Maximum size of an import over the network, in bytes.
    public static let maxBodyBytes = 64 * 1024 * 1024

    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let hasher: PasswordHasher
    let messaging: MessagingServices

    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        hasher: PasswordHasher,
        messaging: MessagingServices
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.hasher = hasher
        self.messaging = messaging
    }

    /// Parses and validates the whole file, hashes new passwords, then writes everything in one transaction.
    /// - Parameters:
    ///   - bytes: the file.
    ///   - progress: called from any thread.
    /// - Throws: `ImportFailure` if the file is invalid, in which case nothing was written; `StorageError`;
    ///   `rate_limited` or `shutting_down` if passwords can't be hashed at the moment.
    @concurrent
    public func run(
        _ bytes: [UInt8],
        options: ImportOptions = .init(),
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportReport {
        let source = try Source(bytes, options)
        let lines = source.lines
        let existing = try await database.read { try ExistingAccounts(of: lines, on: $0) }
        try ImportValidator.validate(lines, against: existing)
        // A dry run stores no accounts, so it skips the slow hashing.
        let passwords = options.isDryRun ? [] : newPasswords(in: lines, existing)
        let hashes = try await hashes(of: passwords, progress)
        var report = try await write(lines, hashes, isDryRun: options.isDryRun, progress)
        report.skipped = source.skipped
        report.notes = source.notes
        return report
    }

    /// Imports the body of a request.
    ///
    /// - Throws: `invalid_request` if the query or the file is invalid; otherwise as the other `run`.
    public func run(_ bytes: [UInt8], query: [(name: String, value: String)]) async throws -> ImportReport {
        let options = try ImportOptions(query: query)
        do {
            return try await run(bytes, options: options)
        } catch let failure as ImportFailure {
            throw failure.spotterError
        }
    }

    // MARK: Steps

    private func newPasswords(in lines: [ImportLine], _ existing: ExistingAccounts) -> [(
        email: String, password: Secret
    )] {
        lines.compactMap { line in
            guard case .user(let user) = line.record, existing.users[user.email] == nil, let password = user.password
            else { return nil }
            return (user.email, password)
        }
    }

    /// Hashes two passwords at a time, so that log-ins on a running server aren't starved.
    private func hashes(
        of passwords: [(email: String, password: Secret)],
        _ progress: @Sendable (ImportProgress) -> Void
    ) async throws -> [String: String] {
        var hashes: [String: String] = [:]
        var waiting = passwords[...]
        return try await withThrowingTaskGroup(of: (email: String, hash: String).self) { group in
            func startNext() {
                guard let next = waiting.popFirst() else { return }
                group.addTask { (next.email, try await hasher.hash(next.password)) }
            }
            startNext()
            startNext()
            while let done = try await group.next() {
                hashes[done.email] = done.hash
                progress(.hashing(done: hashes.count, of: passwords.count))
                startNext()
            }
            return hashes
        }
    }

    /// Rolls back the transaction of a dry run.
    private struct DryRunRollback: Error {
        let report: ImportReport
    }

    private func write(
        _ lines: [ImportLine],
        _ hashes: [String: String],
        isDryRun: Bool,
        _ progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport {
        let (ids, messages, now) = (ids, messaging.messages, clock.now())
        do {
            let report = try await database.write { connection in
                var writer = ImportWriter(
                    ids: ids,
                    now: now,
                    messages: messages,
                    passwordHashes: hashes,
                    isDryRun: isDryRun,
                    progress: progress,
                    connection: connection
                )
                try writer.write(lines)
                if isDryRun { throw DryRunRollback(report: writer.report) }
                return writer.report
            }
            messages.notifyStored()
            return report
        } catch let end as DryRunRollback {
            return end.report
        }
    }
}

/// A parsed file of either format.
private struct Source {
    let lines: [ImportLine]
    var skipped = ImportReport.Skipped()
    let notes: [String]

    init(_ bytes: [UInt8], _ options: ImportOptions) throws {
        switch options.format {
        case .jsonl:
            let file = try JSONLines(bytes)
            (lines, notes) = (file.lines, file.notes)
        case .whatsapp:
            let file = try WhatsAppImport(bytes, options.whatsApp)
            (lines, skipped, notes) = (file.lines, file.skipped, file.notes)
        }
    }
}
