public import SpotterAPI
import Synchronization

/// A session that is stored in a credentials file, so that commands share a refreshed token.
///
///     let storage = StoredSession(store, credentials: credentials)
///     let api = SpotterHTTP(server: credentials.server, session: storage)
public final class StoredSession: SessionStorage {
    private let store: CredentialStore
    private let credentials: Mutex<Credentials>

    public init(_ store: CredentialStore, credentials: Credentials) {
        self.store = store
        self.credentials = Mutex(credentials)
    }

    /// Reads the file. `nil` if it is gone (logged out) or belongs to another server, whose tokens must not be sent to
    /// ours.
    public func load() throws -> AuthGrant? {
        let ours = credentials.withLock { $0 }
        guard let stored = try store.load(), stored.server == ours.server else { return nil }
        return stored.grant
    }

    public func save(_ grant: AuthGrant?) throws {
        guard let grant else { return try store.remove() }
        let updated = credentials.withLock { credentials in
            credentials.grant = grant
            return credentials
        }
        try store.save(updated)
    }

    public func exclusively<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        try await store.exclusively(body)
    }
}
