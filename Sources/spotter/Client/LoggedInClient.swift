import Domain
import SpotterClient

/// A user's stored login, ready for use.
struct LoggedInClient {
    let api: SpotterHTTP
    let me: User
    let deviceId: String

    func cachePath() throws -> String { try CacheLocation.path(of: me.id, at: api.server) }

    /// Synchronises with the account's local cache and outbox.
    func syncEngine() throws -> SyncEngine {
        SyncEngine(
            api: api,
            deviceId: deviceId,
            cache: try ClientCache(path: cachePath(), me: me.id),
            uploader: api
        )
    }
}
