import Accounts
public import Domain
import SpotterAPI
import Storage

extension Receipts {
    /// When a message reached each of its recipients, who are the other members at the time it was sent.
    ///
    /// A read time is included only if both the member and the viewer share read receipts. An imported message has no
    /// times.
    /// - Throws: `not_a_member` if the actor isn't in the chat; `not_found` if it has no such message.
    public func times(of message: MessageID, in chat: ChatID, for actor: Actor) async throws -> [MessageReceipt] {
        try await database.read { connection in
            try Chats.requireMember(actor, of: chat, on: connection)
            let found = try connection.first(
                "SELECT seq, sender_id, extras FROM messages WHERE id = $1 AND chat_id = $2",
                message,
                chat
            ) {
                (
                    seq: try $0.int(0), sender: try $0.id(1, UserID.self),
                    isImported: MessageExtras(rawValue: try $0.int(2)).contains(.imported)
                )
            }
            guard let found else { throw SpotterError.notFound("message") }
            let viewerShares = try Profile.sharesReadReceipts(actor.userId, on: connection)
            return try connection.query(
                """
                SELECT u.id, u.display_name,
                    (SELECT r.at FROM receipt_marks r WHERE r.chat_id = m.chat_id AND r.user_id = m.user_id
                        AND r.kind = 'delivered' AND r.seq >= $1 ORDER BY r.seq LIMIT 1),
                    (SELECT r.at FROM receipt_marks r WHERE r.chat_id = m.chat_id AND r.user_id = m.user_id
                        AND r.kind = 'read' AND r.seq >= $1 ORDER BY r.seq LIMIT 1)
                FROM members m \(User.join("u", on: "m.user_id"))
                WHERE m.chat_id = $2 AND m.user_id <> $3 AND m.joined_seq < $1
                ORDER BY u.display_name, u.id
                """,
                found.seq,
                chat,
                found.sender
            ) {
                MessageReceipt(
                    userId: try $0.id(0),
                    displayName: try $0.text(1),
                    deliveredAt: found.isImported ? nil : try $0.optionalTimestamp(2),
                    readAt: viewerShares && !found.isImported ? try $0.optionalTimestamp(3) : nil
                )
            }
        }
    }
}
