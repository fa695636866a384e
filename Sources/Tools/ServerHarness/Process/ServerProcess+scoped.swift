import Foundation

extension ServerProcess {
    /// Runs `body` with a server, then shuts the server down gracefully and removes its folder.
    /// - Throws: `Ended` if the server ends before it listens; otherwise the error of `body`.
    public static func with<Value: Sendable>(
        _ options: ServerProcessOptions,
        keepsFolder: Bool = false,
        _ body: (ServerProcess) async throws -> Value
    ) async throws -> Value {
        defer { if !keepsFolder { try? FileManager.default.removeItem(atPath: options.folder) } }
        let server = try await start(options)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(server))
        } catch {
            result = .failure(error)
        }
        await server.stop()
        return try result.get()
    }
}

extension ServerProcessOptions {
    /// A server for measurements: it inherits this process's settings, and its errors are shown.
    public static func forMeasurement(
        executable: String,
        folder: String = TemporaryFolderPath.make("spotter-bench")
    ) -> ServerProcessOptions {
        var options = ServerProcessOptions(executable: executable, folder: folder)
        options.more = ["--log-level", "error"]
        options.inheritsSettings = true
        options.showsErrors = true
        return options
    }
}
