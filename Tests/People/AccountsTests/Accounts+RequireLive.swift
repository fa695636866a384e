import Domain
import Storage

@testable import Accounts

extension Accounts {
    /// Checks a session as a socket does with its first snapshot.
    func requireLive(_ session: SessionID) async throws {
        try await database.read { try Self.requireLive(session, on: $0) }
    }
}
