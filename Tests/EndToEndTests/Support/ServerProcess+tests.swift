import Foundation
import ServerHarness
import ServerTestKit
import TestSupport

extension ServerProcess {
    /// Starts the built `spotter` and waits until it listens.
    /// - Parameter modelFolder: `nil` for none: most of these tests are about other things.
    /// - Throws: `Ended` if it ends before.
    static func start(
        on folder: TemporaryFolder,
        _ more: [String] = [],
        modelFolder: String? = nil
    ) async throws -> ServerProcess {
        var options = ServerProcessOptions(executable: try BuiltExecutable.spotter.path, folder: folder.path)
        options.more = ["--event-loops", "2"] + more
        options.settings = [
            "SPOTTER_PASSWORD_LOG_ROUNDS": "4", "SPOTTER_LOG_LEVEL": "critical",
            "SPOTTER_MODEL_DIR": modelFolder ?? "/nonexistent",
        ]
        return try await start(options)
    }

    var http: RESTClient { RESTClient(baseURL: url) }

    func socket(token: String) async throws -> RawSocket {
        try await RawSocket.connect(host: "127.0.0.1", port: port, token: token)
    }

    /// Waits for its end: the exit status, and what it wrote to standard error.
    func end() async -> (status: Int32, errors: String) {
        let exit = await exit()
        return (exit.status, errors)
    }
}
