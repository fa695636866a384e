import Domain
import Foundation
import Logging
import Storage
import Synchronization

/// Writes groups, each in one transaction.
///
/// `@unchecked Sendable` because only the writer's thread uses it.
final class PostgreSQLWriter: @unchecked Sendable {
    enum Outcome: Sendable {
        case committed(failures: [Int: any Error])
        case failed(any Error)

        func error(of job: Int) -> (any Error)? {
            switch self {
            case .committed(let failures): failures[job]
            case .failed(let error): error
            }
        }
    }

    /// A transaction's place among those of all servers.
    private struct Turn {
        var number: Int64
        /// Changes when servers have to forget what they remember.
        var memory: Int64

        func othersWrites(since last: Turn?) -> OthersWrites {
            guard let last, last.memory == memory else { return .anything }
            return last.number + 1 == number ? .nothing : .rows
        }
    }

    /// A job has failed after it had written, or a statement has, and with it the transaction.
    private struct HalfWritten: Error {}

    /// How often a group is run again because others were in its way.
    private static let maxAttempts = 10

    private let factory: SessionFactory
    private let statements: StatementCount
    private let logger: Logger
    private let health: PostgreSQLHealth
    private let turns: TurnWaits
    /// Distinguishes this server's turns.
    private let node: [UInt8]
    private var session: PostgreSQLSession?
    /// The last transaction of this server.
    private var last: Turn?
    var observer: (any GroupCommitObserver)?

    init(
        _ factory: SessionFactory,
        node: [UInt8],
        statements: StatementCount,
        health: PostgreSQLHealth,
        turns: TurnWaits = TurnWaits()
    ) {
        self.factory = factory
        self.turns = turns
        self.node = node
        self.statements = statements
        self.health = health
        logger = factory.logger
    }

    /// - Throws: `PostgreSQLError`, `StorageError`.
    func open() throws -> PostgreSQLSession {
        if let session, session.isCurrent { return session }
        session = nil
        let fresh = try factory.writer()
        session = fresh
        // Its number may be another server's by now: what wasn't synced can be lost with its database.
        last = nil
        return fresh
    }

    func close() { session = nil }

    // MARK: Groups

    /// A job that fails before it has written anything is left out. Any error of a statement undoes PostgreSQL's
    /// transaction, so then the group is repeated with a savepoint around each job.
    ///
    /// - Parameter isSynced: whether to wait until the commit is on disk.
    func commit(_ jobs: [any WriteJob], isSynced: Bool) -> Outcome {
        var isIsolated = false
        let end = ContinuousClock.now.advanced(by: SessionFactory.patience)
        for attempt in 1... {
            do {
                return .committed(failures: try transact(jobs, isIsolated: isIsolated, isSynced: isSynced))
            } catch is HalfWritten {
                isIsolated = true
            } catch let error as PostgreSQLError where error.isConnectionLost {
                session = nil
                guard ContinuousClock.now < end else { return abandoned(jobs.count, because: error) }
            } catch let error as PostgreSQLError where error.isTransient {
                guard attempt < Self.maxAttempts else { return abandoned(jobs.count, because: error) }
                if error.hasOutdatedStatements { try? session?.forgetStatements() }
            } catch is PostgreSQLError where !isIsolated {
                isIsolated = true
            } catch {
                return abandoned(jobs.count, because: error)
            }
            observer?.groupDidRollBack()
        }
        return abandoned(jobs.count, because: StorageError.writeFailed("too many attempts"))
    }

    private func abandoned(_ count: Int, because error: any Error) -> Outcome {
        observer?.groupDidRollBack()
        let shown = health.explained(error)
        if shown is SpotterError { return .failed(shown) }
        logger.error("a group of \(count) writes could not be committed: \(shown)")
        return .failed(StorageError.writeFailed("\(shown)"))
    }

    /// - Returns: the errors of the jobs that failed alone.
    private func transact(_ jobs: [any WriteJob], isIsolated: Bool, isSynced: Bool) throws -> [Int: any Error] {
        var failures: [Int: any Error] = [:]
        try transaction(of: jobs, isSynced: isSynced) { connection in
            for (index, job) in jobs.enumerated() {
                do {
                    if isIsolated { try isolate(job, on: connection) } else { try attempt(job, on: connection) }
                } catch let error where !(error is HalfWritten) && !Self.mustBeRepeated(connection.failure) {
                    failures[index] = error
                }
            }
            try observer?.groupWillCommit(on: connection)
        }
        return failures
    }

    /// - Throws: `HalfWritten` if the job has failed and left something behind; otherwise the job's own error.
    private func attempt(_ job: any WriteJob, on connection: PostgreSQLConnection) throws {
        let before = connection.changes
        do {
            try job.run(on: connection)
            // A job that goes on after a statement has failed would be lost without a word.
            if let failure = connection.failure { throw failure }
        } catch {
            if let failure = connection.failure, Self.mustBeRepeated(failure) { throw failure }
            guard connection.failure == nil, connection.changes == before else { throw HalfWritten() }
            throw error
        }
    }

    private func isolate(_ job: any WriteJob, on connection: PostgreSQLConnection) throws {
        try connection.session.send("SAVEPOINT job")
        do {
            try job.run(on: connection)
            try observer?.groupWillCommit(on: connection)
            try connection.settle()
            try connection.session.send("RELEASE SAVEPOINT job")
        } catch {
            if let failure = connection.failure, Self.mustBeRepeated(failure) { throw failure }
            connection.recover()
            try connection.session.rollBack("ROLLBACK TO SAVEPOINT job")
            observer?.groupDidRollBack()
            throw error
        }
    }

    /// Whether nothing but the whole transaction's repetition helps.
    private static func mustBeRepeated(_ failure: PostgreSQLError?) -> Bool {
        failure.map { $0.isConnectionLost || $0.isTransient } ?? false
    }

    // MARK: Transactions

    /// Runs `body` in a transaction, after those of all other servers, and commits it if it has written.
    ///
    /// - Parameter jobs: those that `body` runs.
    func transaction(
        of jobs: [any WriteJob] = [],
        isSynced: Bool,
        _ body: (PostgreSQLConnection) throws -> Void
    ) throws {
        let session = try open()
        let connection = PostgreSQLConnection(session, statements: statements)
        do {
            try session.send("BEGIN")
            if !isSynced { try session.send("SET LOCAL synchronous_commit = off") }
            var turn = try takeTurn(on: session)
            try observer?.transactionDidBegin(with: jobs, after: turn.othersWrites(since: last), on: connection)
            try body(connection)
            if connection.hasOnlyRead { return try giveBack(turn, on: session) }
            if connection.isMemoryExpired {
                try session.send("UPDATE storage_turn SET memory = memory + 1 WHERE id = 1")
                turn.memory += 1
            }
            try finish(turn, on: session)
        } catch {
            // The server does so by itself if the connection is gone.
            if session.isOpen { try? session.rollBack("ROLLBACK") }
            if (error as? PostgreSQLError)?.isLockTimeout ?? false { try? endStalled(on: session) }
            throw error
        }
    }

    /// Waits until no other server is in a transaction, and keeps them waiting until the commit: the row is locked.
    /// So whoever writes sees everything that was written before, as on one machine.
    private func takeTurn(on session: PostgreSQLSession) throws -> Turn {
        let begin = ContinuousClock.now
        defer { turns.add(since: begin) }
        let result = try session.run(
            "UPDATE storage_turn SET turn = turn + 1, node = $1 WHERE id = 1 RETURNING turn, memory",
            [node]
        )
        let row = PostgreSQLRow(result: result, row: 0)
        return Turn(number: try row.int(0), memory: try row.int(1))
    }

    /// Ends the session of a server that has hung in its turn, so that the others go on. What it was writing is undone, and
    /// written again when it wakes up. One that goes on, however long it takes, is left alone.
    ///
    /// PostgreSQL itself sees to a server that hangs after an answer, but not to one that hangs between two statements of
    /// which neither was to be answered yet.
    private func endStalled(on session: PostgreSQLSession) throws {
        logger.warning("another server holds the database up: its transaction is undone")
        turns.addStall()
        try session.execute(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name = '\(SessionFactory.writerName)'
                AND pid <> pg_backend_pid() AND wait_event = 'ClientRead'
                AND xact_start IS NOT NULL AND state_change < clock_timestamp() - interval '\(SessionFactory.hang)'
            """
        )
    }

    /// Ends a transaction that has only read, such as that of somebody typing: nobody waits for the disk, and the turn's number
    /// is the next one's.
    private func giveBack(_ turn: Turn, on session: PostgreSQLSession) throws {
        try session.execute("ROLLBACK")
        last = Turn(number: turn.number - 1, memory: turn.memory)
    }

    private func finish(_ turn: Turn, on session: PostgreSQLSession) throws {
        do {
            try session.send(
                """
                INSERT INTO storage_commits (node, turn) VALUES ($1, $2)
                ON CONFLICT (node) DO UPDATE SET turn = excluded.turn
                """,
                [node, turn.number]
            )
            let isCommitted = try session.run("COMMIT").tag == "COMMIT"
            // The server ends so a transaction in which a statement has failed.
            guard isCommitted else { throw PostgreSQLError(state: "25P02", message: "the transaction was undone") }
        } catch let error as PostgreSQLError where error.isConnectionLost {
            guard try wasCommitted(turn.number) else { throw error }
        }
        last = turn
    }

    /// Whether the transaction was committed whose answer was lost with its connection: then it has left its number.
    ///
    /// - Throws: `SpotterError.outcomeUnknown` if that can't be told. Nothing else: the jobs must not be repeated then.
    private func wasCommitted(_ turn: Int64) throws -> Bool {
        session = nil
        do {
            return try factory.retries.run {
                // It may be in a transaction that has failed.
                do { return try lastCommit() == turn } catch {
                    session = nil
                    throw error
                }
            }
        } catch {
            logger.error("the connection was lost while committing, and for good: \(health.explained(error))")
            throw SpotterError.outcomeUnknown
        }
    }

    /// The last transaction that this server has committed.
    private func lastCommit() throws -> Int64? {
        let session = try open()
        // Waits for the lost transaction if the database is still about to commit it.
        try session.send("BEGIN")
        try session.send("SELECT turn FROM storage_turn WHERE id = 1 FOR UPDATE", [])
        let result = try session.run("SELECT turn FROM storage_commits WHERE node = $1", [node])
        try session.execute("ROLLBACK")
        return result.rowCount == 0 ? nil : try PostgreSQLRow(result: result, row: 0).int(0)
    }

    // MARK: Schema

    /// The engine's own tables.
    ///
    /// - Throws: `StorageError.unusable` if the database isn't for this use; nothing was changed then.
    func prepare(for use: DatabaseUse) throws {
        let session = try open()
        try session.execute("SET client_min_messages = warning")
        try session.execute("BEGIN")
        do {
            // Servers that start at the same time do this one after another.
            try session.execute("SELECT pg_advisory_xact_lock(\(SessionFactory.preparationLock))")
            let connection = PostgreSQLConnection(session, statements: statements)
            try use.begin(on: connection, at: factory)
            try session.execute(
                "CREATE TABLE IF NOT EXISTS storage_turn (id integer PRIMARY KEY, turn bigint NOT NULL, node bytea NOT NULL)"
            )
            // Even if nothing changes, the statement would wait for all servers.
            let isCurrent = try connection.exists(
                """
                SELECT 1 FROM pg_attribute
                WHERE attrelid = 'storage_turn'::regclass AND attname = 'memory' AND NOT attisdropped
                """
            )
            if !isCurrent {
                try session.execute("ALTER TABLE storage_turn ADD COLUMN memory bigint NOT NULL DEFAULT 0")
            }
            try session.execute("INSERT INTO storage_turn VALUES (1, 0, '') ON CONFLICT DO NOTHING")
            try session.execute(
                "CREATE TABLE IF NOT EXISTS storage_commits (node bytea PRIMARY KEY, turn bigint NOT NULL)"
            )
            // Of servers that have ended. One that only rests leaves its number again.
            try session.execute(
                "DELETE FROM storage_commits WHERE turn < (SELECT turn - 1000000 FROM storage_turn WHERE id = 1)"
            )
            try session.execute(
                "CREATE TABLE IF NOT EXISTS storage_keys (name text PRIMARY KEY, digest bytea NOT NULL)"
            )
            // The keys of a server that is alone are those that count.
            if !factory.isShared { try session.execute("DELETE FROM storage_keys") }
            try session.execute("COMMIT")
        } catch {
            try? session.rollBack("ROLLBACK")
            throw error
        }
    }

    func migrate(
        _ migrations: [Migration],
        at now: Timestamp,
        progress: @escaping @Sendable (MigrationProgress) -> Void
    ) throws {
        try Migrator(migrations, in: .postgreSQL).run(
            at: now,
            in: { body in try transaction(isSynced: true) { try body($0) } },
            progress: progress
        )
        try session?.forgetStatements()
    }
}
