import Domain
import Storage

@testable import Messaging

extension Accounts {
    /// As a socket asks it, with its first snapshot.
    func requireLive(_ session: SessionID) async throws {
        try await database.read { try Self.requireLive(session, on: $0) }
    }
}
