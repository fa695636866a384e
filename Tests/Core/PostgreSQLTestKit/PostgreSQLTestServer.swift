import Foundation
import PostgreSQLStorage
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A PostgreSQL server of this test process, started when it's first needed: a new cluster in a temporary folder, reachable
/// by a Unix socket only, which nothing syncs. It ends with the process, however that ends.
package final class PostgreSQLTestServer: Sendable {
    /// What a test that needs PostgreSQL says where it's missing.
    package struct Missing: Error, CustomStringConvertible {
        package let description =
            "PostgreSQL isn't installed, so nothing was tested on it: apt-get install postgresql (scripts/test does)"
    }

    private static let started = Result { try PostgreSQLTestServer() }

    /// - Throws: `Missing`, or why the server doesn't start.
    package static var shared: PostgreSQLTestServer { get throws { try started.get() } }

    private let folder: String
    private let databases = Atomic<Int>(0)
    private let session: Mutex<PostgreSQLSession>
    /// Those that stand for a path, by it.
    private let named = Mutex<[String: String]>([:])
    /// Those that others are copied from, by what made them.
    private let templates = Mutex<[String: String]>([:])

    private init() throws {
        guard let programs = Self.programs else { throw Missing() }
        var template = Array("/tmp/spotter-postgresql-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        var command = ["/bin/sh", "-c", Self.script, "postgresql", programs, folder]
        if geteuid() == 0 {
            // PostgreSQL refuses to run as root.
            let user = getpwnam("postgres") ?? getpwnam("nobody")
            guard let user, chown(folder, user.pointee.pw_uid, user.pointee.pw_gid) == 0 else { throw Missing() }
            let (userID, groupID) = (user.pointee.pw_uid, user.pointee.pw_gid)
            command = ["setpriv", "--reuid=\(userID)", "--regid=\(groupID)", "--clear-groups"] + command
        }
        try Self.start(command, in: folder)
        session = Mutex(try PostgreSQLSession(PostgreSQLAddress(Self.address(of: "postgres", in: folder))))
    }

    /// Starts the server and waits until it answers, or ends.
    ///
    /// It ends when its input does, which this process holds open as long as it runs.
    private static func start(_ command: [String], in folder: String) throws {
        let (answers, log) = ("\(folder)/answers", "\(folder)/log")
        guard mkfifo(answers, 0o600) == 0, chmod(answers, 0o666) == 0 else { throw CocoaError(.fileWriteUnknown) }
        let words = command.map { "'\($0.replacingOccurrences(of: "'", with: #"'\''"#))'" }.joined(separator: " ")
        // It holds nothing of this process open, and by "e" others that a test starts don't hold its input open.
        guard popen("exec >'\(log)' 2>&1; \(words) || echo failed >'\(answers)'", "we") != nil else {
            throw CocoaError(.fileWriteUnknown)
        }
        let answer = FileHandle(forReadingAtPath: answers)?.availableData ?? Data()
        guard String(decoding: answer, as: UTF8.self).hasPrefix("ready") else {
            let log = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            throw StartFailure(description: "PostgreSQL doesn't start: \(log.suffix(500))")
        }
    }

    private struct StartFailure: Error, CustomStringConvertible {
        let description: String
    }

    /// The folder of the newest version's programs.
    private static var programs: String? {
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib/postgresql")) ?? []
        let folders = versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "/usr/lib/postgresql/\($0)/bin" }
        return (folders + ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]).first {
            FileManager.default.isExecutableFile(atPath: "\($0)/initdb")
        }
    }

    private static let script = """
        bin=$1 folder=$2
        "$bin/initdb" -D "$folder/data" -A trust -U spotter -E UTF8 --locale=C --no-sync || exit 1
        { echo 'local all secured scram-sha-256'; cat "$folder/data/pg_hba.conf"; } >"$folder/hba" || exit 1
        mv "$folder/hba" "$folder/data/pg_hba.conf"
        "$bin/postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c fsync=off -c full_page_writes=off \
            -c max_connections=400 -c shared_buffers=64MB -c autovacuum=off -c wal_level=minimal -c max_wal_senders=0 &
        server=$!
        until "$bin/pg_isready" -q -h "$folder" -U spotter; do
            kill -0 $server 2>/dev/null || exit 1
            sleep 0.05
        done
        echo ready >"$folder/answers"
        read -r line
        kill -QUIT $server
        wait $server
        rm -rf "$folder"
        """

    /// The path of its socket.
    package var socket: String { "\(folder)/.s.PGSQL.5432" }

    private func address(of database: String) -> String { Self.address(of: database, in: folder) }

    private static func address(of database: String, in folder: String) -> String {
        "postgres://spotter@/\(database)?host=\(folder)"
    }

    /// The address of the database that stands for a file's path. When it's first asked for, it's a copy of one that
    /// `prepare` has made: a copy takes some 30 ms, a server's schema ten times as long. It goes after its folder has.
    ///
    /// - Parameters:
    ///   - key: the same key means that `prepare` does the same.
    ///   - prepare: leaves no connection open.
    package func address(
        for path: String,
        like key: String,
        prepare: (_ address: String) throws -> Void
    ) throws -> String {
        if let name = named.withLock({ $0[path] }) { return address(of: name) }
        let template = try templates.withLock { templates in
            if let template = templates[key] { return template }
            let template = try makeDatabase(from: "template0")
            try prepare(address(of: template))
            templates[key] = template
            return template
        }
        try dropAbandoned()
        let name = try makeDatabase(from: template)
        named.withLock { $0[path] = name }
        return address(of: name)
    }

    /// Databases of tests that have ended, some at a time: each is 8 MB.
    private func dropAbandoned() throws {
        let abandoned = named.withLock { named in
            let gone = named.filter { path, _ in
                !FileManager.default.fileExists(atPath: (path as NSString).deletingLastPathComponent)
            }
            guard gone.count >= 16 else { return [String]() }
            for path in gone.keys { named[path] = nil }
            return Array(gone.values)
        }
        for name in abandoned { try session.withLock { try $0.execute("DROP DATABASE \(name) WITH (FORCE)") } }
    }

    /// The address of a new, empty database.
    package func makeDatabase() throws -> String { try address(of: makeDatabase(from: "template0")) }

    /// The address of a new, empty database whose user has a password, which isn't in it.
    package func makeSecuredDatabase(password: String) throws -> String {
        let name = try makeDatabase(from: "template0")
        try session.withLock { session in
            try session.execute("DROP ROLE IF EXISTS secured")
            try session.execute("CREATE ROLE secured SUPERUSER LOGIN PASSWORD '\(password)'")
        }
        return address(of: name).replacingOccurrences(of: "spotter@", with: "secured@")
    }

    private func makeDatabase(from template: String) throws -> String {
        let name = "test\(databases.wrappingAdd(1, ordering: .relaxed).newValue)"
        try session.withLock { try $0.execute("CREATE DATABASE \(name) TEMPLATE \(template)") }
        return name
    }
}
