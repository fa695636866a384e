import ArgumentParser
import Domain
import Foundation
import SpotterServer
import Storage

/// The target of an operator's command: the data folder of a stopped server, or a running server.
///
/// Every command of `spotter admin` has this group, so that all of them are pointed alike. None of them creates a folder.
struct AdminTarget: ParsableArguments {
    @OptionGroup var stored: DataOptions

    @Option(help: ArgumentHelp("Ask this running server instead.", valueName: "url"))
    var server: String?

    @Option(help: ArgumentHelp("With --server: a file that holds the admin token.", valueName: "file"))
    var adminTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "With --server: the admin token. Better in SPOTTER_ADMIN_TOKEN or a file, which other users can't see.",
            valueName: "token"
        )
    )
    var adminToken: String?

    /// Where a stopped server's data is.
    var location: DataLocation { stored.location }

    func validate() throws {
        guard server != nil || (adminToken == nil && adminTokenFile == nil) else {
            throw ValidationError("--admin-token and --admin-token-file go with --server.")
        }
        guard server == nil || stored.data == nil else { throw ValidationError("Give --data or --server, not both.") }
        guard server == nil || stored.database == nil else {
            throw ValidationError("Give --database or --server, not both.")
        }
        guard adminToken == nil || adminTokenFile == nil else {
            throw ValidationError("Give --admin-token or --admin-token-file, not both.")
        }
    }

    /// The running server that the options name; `nil` if they mean a folder.
    /// - Throws: `ValidationError` if there is no token or the address isn't one.
    func remote() throws -> AdminServer? {
        guard let server else { return nil }
        return try AdminServer(server, token: try token())
    }

    /// The token from the file, the option or the environment.
    private func token() throws -> Secret {
        if let adminTokenFile {
            guard let text = try? String(contentsOfFile: adminTokenFile, encoding: .utf8), !text.trimmed.isEmpty else {
                throw ValidationError("--admin-token-file: there is no token in \(adminTokenFile).")
            }
            return Secret(text.trimmed)
        }
        let token = adminToken ?? ProcessInfo.processInfo.environment["SPOTTER_ADMIN_TOKEN"] ?? ""
        guard !token.trimmed.isEmpty else {
            throw ValidationError("--server needs the admin token: set SPOTTER_ADMIN_TOKEN, or --admin-token-file.")
        }
        return Secret(token.trimmed)
    }

    /// Opens the folder of a stopped server for as long as `body` runs.
    /// - Throws: `conflict` if a server is running on it, with the command that asks that server instead.
    func withFolder<Value: Sendable>(
        loadsModel: Bool = false,
        _ body: (SpotterServer) async throws -> Value
    ) async throws -> Value {
        do {
            return try await SpotterServer.withFolder(location, loadsModel: loadsModel, body)
        } catch StorageError.locked(let folder, let pid) {
            throw SpotterError(
                .conflict,
                """
                a server is running on \(folder) (pid \(pid)). Ask it with an admin token:
                  SPOTTER_ADMIN_TOKEN=… \(Self.commandForServer)
                If there is no token yet, stop the server once for: spotter admin token --data \(folder)
                """
            )
        }
    }

    /// This command as it would be for a running server.
    private static var commandForServer: String {
        var words = ["spotter"]
        var arguments = CommandLine.arguments.dropFirst()
        while let word = arguments.popFirst() {
            if word == "--data" || word == "--database" {
                _ = arguments.popFirst()
            } else if !word.hasPrefix("--data=") && !word.hasPrefix("--database=") {
                let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_=@.:/+,".contains($0) }
                words.append(isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'")
            }
        }
        return words.joined(separator: " ") + " --server http://127.0.0.1:8080"
    }
}
