public import Accounts
public import Domain
public import Messaging
public import SpotterAPI
public import Storage

/// Imports people, chats and calendars from a file, as one transaction. Importing a file again has no effect.
///
/// Imported messages stand where their time puts them and are never unread. Members are told to load their chats again, but
/// notified of nothing. The messages are indexed for search like any others.
public struct Importer: Sendable {
    /// Maximum size of a file of lines or text over the network, in bytes.
    public static let maxBodyBytes = ImportLimits.server.textBytes
    /// Maximum size of an archive with files, likewise.
    public static let maxArchiveBytes = 128 << 20

    /// Maximum size over the network of what begins with these bytes.
    public static func maxBytes(of start: some Collection<UInt8>) -> Int {
        ZipArchive.isArchive(Array(start)) ? maxArchiveBytes : maxBodyBytes
    }

    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let hasher: PasswordHasher
    let messaging: MessagingServices
    let attachments: any AttachmentStore

    private let didImport: @Sendable () -> Void
    let turn = ImportTurn()

    /// - Parameters:
    ///   - attachments: stores the files of messages.
    ///   - didImport: called after the commit.
    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        hasher: PasswordHasher,
        messaging: MessagingServices,
        attachments: any AttachmentStore = NoAttachments(),
        didImport: @escaping @Sendable () -> Void = {}
    ) {
        self.database = database
        self.clock = clock
        self.ids = ids
        self.hasher = hasher
        self.messaging = messaging
        self.attachments = attachments
        self.didImport = didImport
    }

    /// Parses and validates the whole file, hashes new passwords, then writes everything in one transaction.
    /// - Parameters:
    ///   - bytes: the file.
    ///   - progress: called from any thread.
    /// - Throws: `ImportFailure` if the file is invalid or too large, in which case nothing was written; `StorageError`;
    ///   `rate_limited` or `shutting_down` if passwords can't be hashed at the moment.
    @concurrent
    public func run(
        _ bytes: [UInt8],
        options: ImportOptions = .init(),
        limits: ImportLimits = .folder,
        progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
    ) async throws -> ImportReport {
        var source = try ImportSource(bytes, options, limits, now: clock.now())
        if options.invitesMissing { try await addMissing(to: &source, options) }
        let lines = source.lines
        let existing = try await database.read { try ExistingAccounts(of: lines, on: $0) }
        try ImportValidator.validate(lines, against: existing)
        // A dry run stores no accounts and no files, so it skips what takes long.
        let passwords = options.isDryRun ? [] : newPasswords(in: lines, existing)
        let hashes = try await hashes(of: passwords, progress)
        let stored = options.isDryRun ? Attachments() : try await storeFiles(of: source, hashes, progress)
        var report = try await write(lines, hashes, stored, options, progress)
        didImport()
        // The accounts that files needed were there before the rest.
        report.users.added += stored.newUsers
        report.users.existing -= stored.newUsers
        report.skipped = source.skipped
        report.skipped.media += stored.refused.count
        report.notes = source.notes + stored.refused.prefix(20)
        report.preview = source.preview
        return report
    }

    /// Imports the body of a request. One at a time, since each holds a whole file in memory: the body isn't asked for while
    /// another is imported.
    ///
    /// - Throws: `rate_limited` while another is imported; `invalid_request` if the query or the file is invalid,
    ///   `too_large` if it holds too much; otherwise as the other `run`.
    public func run(
        query: [(name: String, value: String)],
        _ body: () async throws -> [UInt8]
    ) async throws -> ImportReport {
        let options = try ImportOptions(query: query)
        do {
            return try await turn.run { try await run(try await body(), options: options, limits: .server) }
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

    // MARK: People

    /// Adds accounts for the members of a chat who have none.
    private func addMissing(to source: inout ImportSource, _ options: ImportOptions) async throws {
        var (emails, defined): ([String], Set<String>) = ([], [])
        for line in source.lines {
            if case .chat(let chat) = line.record { emails += chat.members }
            if case .user(let user) = line.record { defined.insert(user.email) }
        }
        let missing = try await database.read { [emails, defined] connection in
            try emails.filter { try !defined.contains($0) && User.find(email: $0, on: connection) == nil }
        }
        var seen: Set<String> = []
        for email in missing where seen.insert(email).inserted {
            let name = options.whatsApp.members.first { (try? Validation.email($0.email)) == email }?.name
            let user = UserRecord(
                email: email,
                displayName: (try? Validation.displayName(name ?? email)) ?? email,
                role: .client,
                timezone: (try? Accounts.timezone(options.whatsApp.timezone)) ?? "UTC",
                password: nil
            )
            source.lines.insert(ImportLine(number: 1, record: .user(user)), at: 0)
        }
    }

    // MARK: Files

    private struct Attachments: Sendable {
        var ids: [AttachmentKey: MediaID] = [:]
        var newUsers = 0
        /// What couldn't be stored, a remark for each.
        var refused: [String] = []
    }

    /// Stores the files of all messages, one at a time. Accounts that own some are made first.
    private func storeFiles(
        of source: ImportSource,
        _ hashes: [String: String],
        _ progress: @Sendable (ImportProgress) -> Void
    ) async throws -> Attachments {
        var stored = Attachments()
        let keys = source.lines.flatMap { line -> [AttachmentKey] in
            guard case .message(let message) = line.record else { return [] }
            return message.files.map { AttachmentKey(sender: message.sender, file: $0) }
        }
        guard let archive = source.archive, !keys.isEmpty else { return stored }
        stored.newUsers = try await addUsers(source.lines, hashes)
        for (index, key) in keys.enumerated() where stored.ids[key] == nil {
            guard let owner = try await database.read({ try User.find(email: key.sender, on: $0) }) else { continue }
            do {
                guard let content = try archive.read(key.file) else { continue }
                stored.ids[key] = try await attachments.store(
                    content,
                    named: key.file,
                    id: key.id(of: content),
                    of: Actor(userId: owner.id, role: owner.role)
                )
            } catch let failure as ImportFailure {
                stored.refused.append("\(key.file) was left out: \(failure.reason)")
            } catch let error as SpotterError where !error.retryable && error.code != .storageFull {
                stored.refused.append("\(key.file) was left out: \(error.message)")
            }
            progress(.storing(files: index + 1, of: keys.count))
        }
        return stored
    }

    private func addUsers(_ lines: [ImportLine], _ hashes: [String: String]) async throws -> Int {
        let users = lines.filter { if case .user = $0.record { true } else { false } }
        guard !users.isEmpty else { return 0 }
        let (ids, messages, now) = (ids, messaging.messages, clock.now())
        return try await database.write { connection in
            var writer = ImportWriter(
                ids: ids,
                now: now,
                messages: messages,
                passwordHashes: hashes,
                isDryRun: false,
                progress: { _ in },
                connection: connection
            )
            try writer.write(users)
            return writer.report.users.added
        }
    }

    // MARK: Writing

    /// Rolls back the transaction of a dry run.
    private struct DryRunRollback: Error {
        let report: ImportReport
    }

    private func write(
        _ lines: [ImportLine],
        _ hashes: [String: String],
        _ stored: Attachments,
        _ options: ImportOptions,
        _ progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport {
        let (ids, messages, now) = (ids, messaging.messages, clock.now())
        do {
            return try await withCheckedThrowingContinuation { continuation in
                database.enqueue { connection in
                    var writer = ImportWriter(
                        ids: ids,
                        now: now,
                        messages: messages,
                        passwordHashes: hashes,
                        attachments: stored.ids,
                        invitesMissing: options.invitesMissing,
                        isDryRun: options.isDryRun,
                        progress: progress,
                        connection: connection
                    )
                    try writer.write(lines)
                    if options.isDryRun { throw DryRunRollback(report: writer.report) }
                    return (report: writer.report, changes: writer.changes)
                } completion: { result in
                    // In the order of commits: what clients hear next counts from the new positions.
                    if case .success(let done) = result { messages.publish(done.changes) }
                    continuation.resume(with: result.map(\.report))
                }
            }
        } catch let end as DryRunRollback {
            return end.report
        }
    }
}
