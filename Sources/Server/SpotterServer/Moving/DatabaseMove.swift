import Assistant
public import Domain
import Logging
import Messaging
import SpotterAPI
import Storage

/// Moves the database of a stopped server out of its folder to PostgreSQL, or back. Files and keys stay in the folder.
///
/// It can be interrupted at any moment: the next run goes on. Only after every row was compared and the audit log verified,
/// the folder's database is the new one, in one step.
public struct DatabaseMove: Sendable {
    public enum Direction: String, Sendable, Codable {
        case toPostgreSQL, toFolder
    }

    /// What was moved.
    public struct Report: Sendable, Codable {
        /// By table.
        public let rows: [String: Int]
        public let auditEntries: Int
        /// Where the database was before, and still is.
        public let before: String
    }

    /// What is being done, and how far.
    public struct Progress: Sendable, Hashable {
        public enum Step: String, Sendable {
            case copying, comparing, indexing
        }

        public let step: Step
        public let table: String
        public let done: Int
        public let total: Int
    }

    private let folder: String
    private let address: Secret
    private let direction: Direction
    private let logger: Logger

    /// - Parameters:
    ///   - folder: the server's data folder.
    ///   - address: PostgreSQL's.
    public init(_ direction: Direction, folder: String, address: Secret) {
        self.direction = direction
        self.folder = folder
        self.address = address
        var logger = Logger(label: "spotter")
        logger.logLevel = .error
        self.logger = logger
    }

    /// - Parameter progress: called after each batch of rows. An error of its own ends the move.
    /// - Throws: `StorageError` if the source is in use or the target holds something else; `conflict` if the copy isn't
    ///   the same.
    public func run(progress: (Progress) throws -> Void = { _ in }) async throws -> Report {
        let before = DataLocation(folder: self.folder, database: direction == .toPostgreSQL ? nil : address)
        let folder = try before.openFolder(mustExist: true)
        let source = try before.openDatabase(in: folder, upgrades: false, followsCommits: false, logger: logger)
        let report: Report
        do {
            report = try await copy(source, in: folder, named: before.databaseName, progress)
        } catch {
            try? await source.close()
            throw error
        }
        try await index(in: folder, progress)
        return report
    }

    // MARK: Copying

    private func copy(
        _ source: any DatabaseEngine,
        in folder: DataFolder,
        named name: String,
        _ progress: (Progress) throws -> Void
    ) async throws -> Report {
        let log = try await AuditLog.open(source, keys: folder.keysPath, logger: logger)
        let audit = try await log.verify()
        let target = try MoveTarget(direction, folder: folder, address: address, logger: logger)
        do {
            let rows = try await fill(target, from: source, in: folder, audit, progress)
            try await target.database.close()
            try await source.close()
            let before = try target.adopt() ?? name
            return Report(rows: rows, auditEntries: audit.entries, before: before)
        } catch {
            try? await target.database.close()
            throw error
        }
    }

    private func fill(
        _ target: MoveTarget,
        from source: any DatabaseEngine,
        in folder: DataFolder,
        _ audit: AuditVerification,
        _ progress: (Progress) throws -> Void
    ) async throws -> [String: Int] {
        var tables = try StoredTable.all(madeBy: ServerSchema.migrations)
        let isIncomplete = try await target.isIncomplete
        if isIncomplete {
            let copy = DatabaseCopy(from: source, to: target.database, tables: tables)
            try await copy.run { try progress(Progress(.copying, $0)) }
        } else {
            // The last run was interrupted before its last step. Positions of what is derived have changed since.
            tables.removeAll { $0.name == "index_progress" }
        }
        let copy = DatabaseCopy(from: source, to: target.database, tables: tables)
        let (rows, differences) = try await copy.compare { try progress(Progress(.comparing, $0)) }
        guard differences.isEmpty else { throw Self.differs(differences, target.name) }
        let log = try await AuditLog.open(target.database, keys: folder.keysPath, logger: logger)
        guard try await log.verify() == audit else { throw Self.differs(["the audit log"], target.name) }
        if isIncomplete { try await target.complete() }
        return rows
    }

    private static func differs(_ differences: [String], _ target: String) -> SpotterError {
        SpotterError(
            .conflict,
            "the copy isn't the same as its source, which stays in use: \(differences.prefix(5).joined(separator: "; ")). "
                + "Remove \(target) and begin again; see spotter admin check if that doesn't help"
        )
    }

    // MARK: Words

    /// The words of messages are indexed where they are now; what is interrupted here, the server does after its start.
    private func index(in folder: DataFolder, _ progress: (Progress) throws -> Void) async throws {
        let database = try MoveTarget.reopen(direction, folder: folder, address: address, logger: logger)
        do {
            try await database.indexAllTexts {
                try progress(Progress(step: .indexing, table: "full text", done: $0, total: 0))
            }
            try await database.close()
        } catch {
            try? await database.close()
            throw error
        }
    }
}

extension DatabaseMove.Progress {
    fileprivate init(_ step: Step, _ progress: DatabaseCopy.Progress) {
        self.init(step: step, table: progress.table, done: progress.done, total: progress.total)
    }
}
