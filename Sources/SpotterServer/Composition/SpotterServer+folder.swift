import Logging

extension SpotterServer {
    /// Opens a stopped server's folder, without listening, for as long as `body` runs.
    package static func withFolder<Value: Sendable>(
        _ folder: String,
        loadsModel: Bool = false,
        _ body: (SpotterServer) async throws -> Value
    ) async throws -> Value {
        var configuration = ServerConfiguration()
        configuration.dataFolder = folder
        configuration.loadsModel = loadsModel
        var logger = Logger(label: "spotter")
        logger.logLevel = .error
        let server = try await SpotterServer(configuration, logger: logger)
        let value = try await body(server)
        try await server.close()
        return value
    }
}
