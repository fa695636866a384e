import Domain
import SpotterAPI

/// Hands out the access token and renews it: at most one refresh is under way, and whoever asks meanwhile shares it.
actor SessionKeeper {
    private let storage: any SessionStorage
    private var cached: AuthGrant?
    private var renewal: Task<AuthGrant, any Error>?

    init(_ storage: any SessionStorage) { self.storage = storage }

    func current() throws -> AuthGrant {
        if let cached { return cached }
        guard let stored = try storage.load() else { throw ClientError.notLoggedIn }
        cached = stored
        return stored
    }

    func adopt(_ grant: AuthGrant?) throws {
        cached = grant
        try storage.save(grant)
    }

    /// A grant newer than the one whose access token `stale` was refused.
    ///
    /// `refresh` trades a refresh token for a new grant. The stored grant is looked at again first: another request or
    /// another process may have renewed it already.
    func renewed(
        after stale: Secret,
        refresh: @escaping @Sendable (Secret) async throws -> AuthGrant
    ) async throws -> AuthGrant {
        if let cached, cached.accessToken != stale { return cached }
        if let renewal { return try await renewal.value }
        let storage = storage
        let task = Task {
            try await storage.exclusively {
                guard let stored = try storage.load() else { throw ClientError.notLoggedIn }
                if stored.accessToken != stale { return stored }
                let fresh = try await refresh(stored.refreshToken)
                try storage.save(fresh)
                return fresh
            }
        }
        renewal = task
        defer { renewal = nil }
        let fresh = try await task.value
        cached = fresh
        return fresh
    }
}
