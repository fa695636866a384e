public import SpotterAPI
import Synchronization

/// A session kept in a credentials file, so that a refresh by one command serves the next.
public final class StoredSession: SessionStorage {
    private let store: CredentialStore
    private let credentials: Mutex<Credentials>

    public init(_ store: CredentialStore, credentials: Credentials) {
        self.store = store
        self.credentials = Mutex(credentials)
    }

    /// From the file; `nil` if it's gone (logged out) or is now of another server, whose tokens must not go to ours.
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
