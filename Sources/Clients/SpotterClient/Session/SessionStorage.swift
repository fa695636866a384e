public import SpotterAPI
import Synchronization

/// Stores the tokens of one session.
///
/// A refresh token can be used once, so two processes with the same session must not refresh at the same time:
/// `exclusively` excludes other processes while `body` reads, refreshes and saves.
///
///     let storage: any SessionStorage = MemorySession()
///     print(try storage.load() == nil)  // true
public protocol SessionStorage: Sendable {
    func load() throws -> AuthGrant?
    func save(_ grant: AuthGrant?) throws
    func exclusively<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result
}

/// Tokens in memory, lost when the process ends.
///
///     let api = SpotterHTTP(server: address, session: MemorySession())
public final class MemorySession: SessionStorage {
    private let grant: Mutex<AuthGrant?>

    public init(_ grant: AuthGrant? = nil) { self.grant = Mutex(grant) }
    public func load() -> AuthGrant? { grant.withLock { $0 } }
    public func save(_ grant: AuthGrant?) { self.grant.withLock { $0 = grant } }

    /// No other process shares it, and `TokenRefresher` runs one refresh at a time.
    public func exclusively<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        try await body()
    }
}
