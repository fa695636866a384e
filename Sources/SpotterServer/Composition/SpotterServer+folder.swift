import Logging

extension SpotterServer {
    /// Opens a stopped server's folder, without listening, for as long as `body` runs. Never creates one.
    ///
    /// - Throws: `StorageError.missing` if there is no data folder, `StorageError.locked` if a server is running on it;
    ///   errors of `body`.
    package static func withFolder<Value: Sendable>(
        _ folder: String,
        loadsModel: Bool = false,
        _ body: (SpotterServer) async throws -> Value
    ) async throws -> Value {
        var configuration = ServerConfiguration()
        configuration.dataFolder = folder
        configuration.requiresDataFolder = true
        configuration.loadsModel = loadsModel
        var logger = Logger(label: "spotter")
        logger.logLevel = .error
        let server = try await SpotterServer(configuration, logger: logger)
        do {
            let value = try await body(server)
            try await server.close()
            return value
        } catch {
            try? await server.close()
            throw error
        }
    }
}
