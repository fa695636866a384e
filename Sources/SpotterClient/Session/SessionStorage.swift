public import SpotterAPI
import Synchronization

/// Where the tokens of one session live between requests.
///
/// Refresh tokens are good for one use, so two processes with one session must not refresh at once: `exclusively` keeps
/// the others out while `body` looks again, refreshes and saves.
public protocol SessionStorage: Sendable {
    func load() throws -> AuthGrant?
    func save(_ grant: AuthGrant?) throws
    func exclusively<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result
}

/// Tokens that are forgotten with the process.
public final class MemorySession: SessionStorage {
    private let grant: Mutex<AuthGrant?>

    public init(_ grant: AuthGrant? = nil) { self.grant = Mutex(grant) }
    public func load() -> AuthGrant? { grant.withLock { $0 } }
    public func save(_ grant: AuthGrant?) { self.grant.withLock { $0 = grant } }

    /// Nobody else has it, and `SessionKeeper` refreshes once at a time.
    public func exclusively<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        try await body()
    }
}
