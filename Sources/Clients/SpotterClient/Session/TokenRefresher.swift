import Domain
import SpotterAPI

/// Provides the access token and refreshes it. Only one refresh runs at a time; concurrent callers share its result.
actor TokenRefresher {
    private let storage: any SessionStorage
    private var cached: AuthGrant?
    private var refreshTask: Task<AuthGrant, any Error>?

    init(_ storage: any SessionStorage) { self.storage = storage }

    func current() throws -> AuthGrant {
        if let cached { return cached }
        guard let stored = try storage.load() else { throw ClientError.notLoggedIn }
        cached = stored
        return stored
    }

    func store(_ grant: AuthGrant?) throws {
        cached = grant
        try storage.save(grant)
    }

    /// Returns a grant that is newer than the one with the rejected access token `stale`.
    ///
    /// `refresh` exchanges a refresh token for a new grant. The stored grant is read first, because another request or
    /// process may have refreshed it already.
    func refreshed(
        after stale: Secret,
        refresh: @escaping @Sendable (Secret) async throws -> AuthGrant
    ) async throws -> AuthGrant {
        if let cached, cached.accessToken != stale { return cached }
        if let refreshTask { return try await refreshTask.value }
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
        refreshTask = task
        defer { refreshTask = nil }
        let fresh = try await task.value
        cached = fresh
        return fresh
    }
}
