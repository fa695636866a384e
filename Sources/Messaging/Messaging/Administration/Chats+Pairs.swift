import Accounts
package import Contacts
import Domain
import Storage

extension Chats {
    /// Every trainer and client who have a chat of their own, and how many trainers there are. A group makes nobody
    /// anybody's client.
    package func directPairs() async throws -> (pairs: [Contacts.Pair], trainers: Int) {
        try await database.read { connection in
            let pairs = try connection.query(
                """
                SELECT t.user_id, c.user_id FROM chats JOIN members t ON t.chat_id = chats.id
                JOIN members c ON c.chat_id = chats.id AND c.user_id <> t.user_id
                \(User.join("tu", on: "t.user_id")) \(User.join("cu", on: "c.user_id"))
                WHERE chats.kind = 'direct' AND tu.role = 'trainer' AND cu.role = 'client'
                    AND \(User.isActive("tu")) AND \(User.isActive("cu"))
                ORDER BY t.user_id, c.user_id
                """
            ) { Contacts.Pair(trainer: try $0.id(0), client: try $0.id(1)) }
            return (pairs, try User.count(role: .trainer, on: connection))
        }
    }
}
