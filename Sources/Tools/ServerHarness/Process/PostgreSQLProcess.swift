import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A server of PostgreSQL in a folder, reachable by a Unix socket only. Nothing is synced: it outlives no power failure.
public final class PostgreSQLProcess: Sendable {
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Where its socket is.
    let sockets: String
    let port: Int
    private let data: String
    private let child: Mutex<ChildProcess?> = Mutex(nil)

    /// The path of its socket.
    public var socket: String { "\(sockets)/.s.PGSQL.\(port)" }

    /// - Parameters:
    ///   - folder: of the system's user `postgres` if this process is root.
    ///   - port: distinguishes the servers of a folder.
    init(in folder: String, port: Int) {
        (sockets, self.port, data) = (folder, port, "\(folder)/\(port)")
    }

    /// Makes an empty cluster.
    func create() async throws {
        let encoding = ["-E", "UTF8", "--locale=C"]
        try await Self.run("initdb", ["-D", data, "-A", "trust", "-U", "spotter", "--no-sync"] + encoding)
    }

    /// Makes a copy of a server that runs, which follows it.
    func copy(_ primary: PostgreSQLProcess) async throws {
        let source = ["-h", primary.sockets, "-p", "\(primary.port)", "-U", "spotter"]
        try await Self.run(
            "pg_basebackup",
            ["-D", data, "-R", "-X", "stream", "--checkpoint=fast", "--no-sync"] + source
        )
    }

    /// Starts it and waits until it answers.
    func start() async throws {
        let settings = [
            "listen_addresses=", "fsync=off", "full_page_writes=off", "shared_buffers=64MB", "max_connections=200",
            "wal_level=replica",
        ]
        let command = Self.command("postgres") + ["-D", data, "-k", sockets, "-p", "\(port)"]
        let words = command + settings.flatMap { ["-c", $0] }
        let child = try await ChildProcess.start("/bin/sh", ["-c", #"exec "$@" 2>&1"#, "postgresql"] + words)
        var log: [String] = []
        for await line in child.lines {
            log.append(line)
            guard line.contains("database system is ready to accept") else { continue }
            self.child.withLock { $0 = child }
            return
        }
        throw Failure(description: "PostgreSQL doesn't start: \(log.suffix(5).joined(separator: "; "))")
    }

    /// Runs a statement as the owner.
    /// - Throws: `Failure`, also if it takes a minute.
    func execute(_ sql: String) async throws {
        let place = ["-h", sockets, "-p", "\(port)", "-U", "spotter"]
        let options = ["-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", sql]
        try await Self.run("psql", place + options + ["dbname=postgres options=-cstatement_timeout=60s"])
    }

    /// Makes a standby the primary, and waits until it is.
    func promote() async throws { try await Self.run("pg_ctl", ["promote", "-w", "-s", "-D", data]) }

    /// Stops all of its processes, as when their machine hangs.
    func freeze() {
        guard let child = child.withLock({ $0 }) else { return }
        // First, so that no more processes begin.
        child.send(signal: SIGSTOP)
        for process in ProcessStatistics(pid: child.processID).children { kill(process.pid, SIGSTOP) }
    }

    /// Ends all of its processes at once, as when their machine loses its power, and waits for it.
    func end() async {
        freeze()
        let child = child.withLock { child in
            defer { child = nil }
            return child
        }
        guard let child else { return }
        for process in ProcessStatistics(pid: child.processID).children { kill(process.pid, SIGKILL) }
        child.send(signal: SIGKILL)
        _ = await child.exit()
    }

    private static func run(_ program: String, _ arguments: [String]) async throws {
        let command = command(program) + arguments
        let child = try await ChildProcess.start(command[0], Array(command.dropFirst()))
        guard await child.exit() == .code(0) else {
            throw Failure(description: "\(program) failed: \(child.errors.suffix(500))")
        }
    }

    /// PostgreSQL refuses to run as root.
    private static func command(_ program: String) -> [String] {
        let path = programs.map { "\($0)/\(program)" } ?? program
        guard geteuid() == 0 else { return [path] }
        return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", path]
    }

    /// The folder of the newest version's programs; those in `PATH` if there is none.
    private static let programs: String? = {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let newest = versions.max { (Int($0) ?? 0) < (Int($1) ?? 0) }
        return newest.map { "/usr/lib/postgresql/\($0)/bin" }
    }()
}
