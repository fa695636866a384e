import Foundation
import ServerHarness

/// The write-ahead log of a data folder, whose growth tells how far a server has come.
struct LogWatch: Sendable {
    let folder: String

    var bytes: Int64 {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/spotter.db-wal")
        return (attributes?[.size] as? NSNumber)?.int64Value ?? 0
    }

    /// Kills a server once its log has grown so much during `body`, and at the end of `body` at the latest.
    /// - Parameter growth: `nil` kills it at the end of `body`.
    func kill<Value>(
        _ server: ServerProcess,
        afterGrowthOf growth: Int64?,
        during body: () async -> Value
    ) async throws -> Value {
        let (watch, begin) = (try FolderWatch([folder]), bytes)
        let killer = Task {
            guard let growth else { return }
            for await _ in watch.changes where bytes - begin >= growth { return server.kill() }
        }
        let value = await body()
        killer.cancel()
        server.kill()
        _ = await server.exit()
        return value
    }
}
