import ServerHarness

/// Watches a data folder while its server writes: what a server has written tells how far it has come, even if the log
/// begins anew.
struct LogWatch: Sendable {
    let folder: String

    /// Kills a server once it has written so much during `body`, and at the end of `body` at the latest.
    /// - Parameter growth: `nil` kills it at the end of `body`.
    func kill<Value>(
        _ server: ServerProcess,
        afterGrowthOf growth: Int64?,
        during body: () async -> Value
    ) async throws -> Value {
        let (watch, statistics) = (try FolderWatch([folder]), server.statistics)
        let begin = statistics.bytesWritten
        let killer = Task {
            guard let growth else { return }
            for await _ in watch.changes where statistics.bytesWritten - begin >= growth { return server.kill() }
        }
        let value = await body()
        killer.cancel()
        server.kill()
        _ = await server.exit()
        return value
    }
}
