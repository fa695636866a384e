import Domain
import Foundation
import ServerHarness

/// The servers of a batch: one on a folder, or several that share a database.
struct ServerGroup: Sendable {
    let servers: [SupervisedServer]
    private let folders: [String]

    /// - Parameters:
    ///   - count: how many; more than one need a database.
    ///   - database: PostgreSQL's address; `nil` for a file in the folder.
    init(_ count: Int, executable: String, in folder: String, database: String?) {
        var settings: [String: String] = [:]
        if let database { settings = ["SPOTTER_DATABASE": database, "SPOTTER_CLUSTER": "true"] }
        folders = (0..<count).map { count == 1 ? folder : "\(folder)/\($0)" }
        servers = folders.map { [settings] in
            SupervisedServer(executable: executable, folder: $0, settings: settings)
        }
    }

    /// The server that a client of this number uses.
    subscript(number: UInt64) -> SupervisedServer { servers[Int(number % UInt64(servers.count))] }

    /// Starts them one after another; each gets the first one's mark and keys.
    ///
    /// - Throws: as `SupervisedServer.start`; errors of copying.
    func start() async throws {
        for (server, folder) in zip(servers, folders) {
            if let first = folders.first, folder != first {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                for name in ["database", "keys"] {
                    try FileManager.default.copyItem(atPath: "\(first)/\(name)", toPath: "\(folder)/\(name)")
                }
            }
            try await server.start()
        }
    }

    /// - Returns: their exit codes, or the numbers of the signals that ended them.
    @discardableResult
    func end(_ signal: Int32) async -> [Int32] {
        var statuses: [Int32] = []
        for server in servers { statuses.append(await server.end(signal)) }
        return statuses
    }

    /// The exit statuses of all runs that ended by themselves.
    var crashes: [Int32] { servers.flatMap(\.crashes) }

    /// Everything that they have written to standard error.
    var errors: String { servers.map(\.errors).joined() }
}
