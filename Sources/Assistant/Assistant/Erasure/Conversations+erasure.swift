import Domain
import SpotterAPI
import Storage

/// Account deletion: conversations.
extension Conversations {
    /// Removes all conversations of a user, each in a separate transaction.
    func eraseAll(of owner: UserID) async throws {
        let all = try await database.read { connection in
            try connection.query("SELECT id FROM conversations WHERE owner_id = $1", owner) {
                try $0.id(0, ConversationID.self)
            }
        }
        for id in all {
            try await database.write { try Self.remove(id, on: $0) }
        }
    }
}
