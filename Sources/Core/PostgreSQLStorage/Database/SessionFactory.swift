import Dispatch
import Logging
import Storage

/// Makes sessions, with patience: a database that restarts, or whose standby takes over, is back within seconds.
struct SessionFactory: Sendable {
    /// How long a write or a read waits for a database that can't be reached.
    static let patience = Duration.seconds(5)
    /// The advisory lock of the one server that writes, or of those that share the database. Any number that no other
    /// program uses.
    private static let writerLock: Int64 = 0x5350_4F54_5445_5200
    static let preparationLock = writerLock + 1
    static let writerName = "spotter writer"
    /// How long a server waits for its turn before it ends the session of one that hangs.
    static let turnPatience = "2500 ms"
    /// How long one that hangs has done nothing in its turn.
    static let hang = "2 s"

    let address: PostgreSQLAddress
    /// Whether other servers may write, too.
    let isShared: Bool
    let logger: Logger
    var retries = Retries(time: patience, pause: .milliseconds(100))

    /// - Throws: `PostgreSQLError` of the last attempt.
    func reader() throws -> PostgreSQLSession {
        try retries.run(while: Self.mayPass) {
            let session = try PostgreSQLSession(address, application: "spotter reader")
            try session.execute("SET idle_in_transaction_session_timeout = '60s'")
            try Self.configure(session)
            return session
        }
    }

    /// Statements are short, and a server that vanished without a word must let go of what it holds.
    private static func configure(_ session: PostgreSQLSession) throws {
        let keepalives = ["tcp_keepalives_idle = 5", "tcp_keepalives_interval = 2", "tcp_keepalives_count = 3"]
        for setting in ["jit = off"] + keepalives {
            try session.send("SET \(setting)")
        }
        try session.settle()
    }

    /// A session that may write while it's open: alone, or with others that share the database.
    ///
    /// - Throws: `PostgreSQLError` of the last attempt; `StorageError.databaseInUse` if another server writes, and one of
    ///   the two doesn't share.
    func writer() throws -> PostgreSQLSession {
        try retries.run(while: Self.mayPass) {
            let session = try PostgreSQLSession(address, application: Self.writerName)
            try Self.configure(session)
            // A server that hangs in a transaction would hold up what comes after it.
            try session.execute("SET idle_in_transaction_session_timeout = '\(isShared ? Self.hang : "5 s")'")
            if isShared { try session.execute("SET lock_timeout = '\(Self.turnPatience)'") }
            try requireDurability(of: session)
            let lock = isShared ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock"
            let isAdmitted = PostgreSQLRow(result: try session.run("SELECT \(lock)($1)", [Self.writerLock]), row: 0)
            guard try isAdmitted.bool(0) else { throw StorageError.databaseInUse(address: address.description) }
            return session
        }
    }

    /// Acknowledged means on disk, whatever the server's configuration says.
    private func requireDurability(of session: PostgreSQLSession) throws {
        let level = PostgreSQLRow(result: try session.run("SHOW synchronous_commit"), row: 0)
        if try level.text(0) == "off" { try session.execute("SET synchronous_commit = on") }
        let sync = PostgreSQLRow(result: try session.run("SHOW fsync"), row: 0)
        if try sync.text(0) == "off" {
            logger.warning("PostgreSQL runs with fsync = off: a power failure may lose or damage everything")
        }
    }

    private static func mayPass(_ error: any Error) -> Bool {
        if case StorageError.databaseInUse? = error as? StorageError { return true }
        return (error as? PostgreSQLError)?.isConnectionLost ?? false
    }
}
