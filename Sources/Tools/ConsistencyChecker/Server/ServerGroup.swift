import Domain
import Foundation
import ServerHarness

/// The servers of a batch: one on a folder, or several that share a database.
struct ServerGroup: Sendable {
    let servers: [SupervisedServer]
    private let folders: [String]

    /// - Parameters:
    ///   - count: how many; more than one need a database.
    ///   - network: what they share.
    ///   - clocks: how far the first one's clock is behind, and the last one's ahead.
    init(_ count: Int, executable: String, in folder: String, on network: CheckNetwork, clocks: Duration = .zero) {
        folders = (0..<count).map { count == 1 ? folder : "\(folder)/\($0)" }
        servers = folders.enumerated().map { number, folder in
            SupervisedServer(
                executable: executable,
                folder: folder,
                settings: network.settings(of: number),
                clockLead: count == 1 ? .zero : clocks * (2 * Double(number) / Double(count - 1) - 1)
            )
        }
    }

    /// Starts them one after another; each gets the first one's mark and keys.
    ///
    /// - Throws: as `SupervisedServer.start`; errors of copying.
    func start() async throws {
        for (server, folder) in zip(servers, folders) {
            if let first = folders.first, folder != first { try ServerIdentity.copy(from: first, to: folder) }
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
