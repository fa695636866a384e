import Domain
import NIOCore
import ServerHarness

/// A server over many made-up messages, for measuring what a trainer with years of chats sees.
struct MadeUpServer: Sendable {
    let executable: SpotterExecutable
    let messages: Int
    let chats: Int
    let progress: @Sendable (String) -> Void
    /// Environment variables of the server.
    var settings: [String: String] = [:]

    /// Makes the messages and runs `body` twice, with the server started again in between: what the first run has loaded
    /// is written to files of vectors by the stop, and mapped afterwards.
    /// - Returns: the second result.
    func measure<Value: Sendable>(
        _ body: (_ rest: RESTClient, _ token: String, _ server: ServerProcess, _ isWarmUp: Bool) async throws -> Value
    ) async throws -> Value {
        var options = ServerProcessOptions.forMeasurement(executable: executable.path)
        options.settings["SPOTTER_PASSWORD_LOG_ROUNDS"] = "4"
        options.settings.merge(settings) { _, new in new }
        try await MadeUpMessages(count: messages, chats: chats, progress: progress)
            .make(in: options.folder, by: executable)
        return try await ServerProcess.with(options) { server in
            let rest = RESTClient(baseURL: server.url, timeoutSeconds: 600)
            let token = try await SpotterExecutable.logIn(
                rest,
                email: MadeUpMessages.email,
                password: MadeUpMessages.password
            )
            // Indexed after the import.
            _ = try await rest.post("/v1/search", ["query": "indexed", "mode": "text"], token: token)
            try await rest.waitUntilIndexed()
            progress("warm up")
            _ = try await body(rest, token, server, true)
            await server.stop()
            try await server.restart()
            progress("measure")
            return try await body(RESTClient(baseURL: server.url, timeoutSeconds: 600), token, server, false)
        }
    }
}

extension RESTClient {
    /// Imported messages are embedded after the start, which would disturb a measurement.
    /// - Throws: `unavailable` after a minute.
    func waitUntilIndexed() async throws {
        for _ in 0..<600 {
            let line = String(buffer: try await get("/metrics")).split(separator: "\n").first {
                $0.hasPrefix("spotter_embedding_queue ")
            }
            if line?.hasSuffix(" 0.0") == true { return }
            try await Task.sleep(for: .milliseconds(100))
        }
        throw SpotterError(.unavailable, "the messages were not embedded within a minute; run `spotter model fetch`")
    }
}
