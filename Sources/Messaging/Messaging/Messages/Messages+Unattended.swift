import Accounts
import Contacts
package import Domain
package import Storage

/// Messages that the server sends for somebody who wrote them before.
extension Messages {
    /// What whoever schedules a message has to know of its chat.
    package struct UnattendedChat: Sendable {
        /// The chat's position.
        package let seq: Int64
        /// The other person in a direct chat; `nil` for a group.
        package let receiver: UserID?
    }

    /// Whether the sender may write in the chat now without being there. Call inside a transaction of the writer.
    /// - Throws: `not_a_member` if the sender isn't in the chat; `forbidden` if one member of a direct chat has blocked
    ///   the other or only admins write in the group; `conflict` if the other has left; `not_a_contact` if the relation
    ///   of the two has ended; `account_disabled` if the sender's account is.
    package func requireUnattended(
        _ sender: Actor,
        in id: ChatID,
        on connection: any SQLConnection
    ) throws -> UnattendedChat {
        guard let chat = try states.load(id, on: connection), let role = chat.members[sender.userId] else {
            throw SpotterError.notAMember
        }
        try chat.requireMayWrite(sender)
        let receiver = chat.kind == .direct ? chat.recipients.first { $0 != sender.userId } : nil
        guard chat.kind == .group || receiver != nil else { throw SpotterError.otherMemberLeft }
        let isDisabled = try connection.exists(
            "SELECT 1 FROM \(User.table(as: "u")) WHERE u.id = $1 AND \(User.isDisabled("u"))",
            sender.userId
        )
        let hasEnded = try receiver.map { try Self.hasEndedRelation(sender, with: $0, on: connection) } ?? false
        let action = Action.sendUnattended(
            role,
            isBlocked: chat.isBlocked,
            isAnnouncement: chat.isAnnouncement,
            isDisabled: isDisabled,
            hasEndedRelation: hasEnded
        )
        guard Access.can(sender, action) else {
            if isDisabled { throw SpotterError(.accountDisabled, "Your account is disabled.") }
            throw SpotterError(.notAContact, "You aren't trainer and client any more, so nothing is sent by itself.")
        }
        return UnattendedChat(seq: chat.seq, receiver: receiver)
    }

    /// The chats in which somebody is.
    package static func chats(of user: UserID, on connection: any SQLConnection) throws -> [ChatID] {
        try connection.query("SELECT chat_id FROM members WHERE user_id = $1", user) { try $0.id(0) }
    }

    /// A trainer and a client who aren't related any more. Others never were.
    private static func hasEndedRelation(
        _ sender: Actor,
        with other: UserID,
        on connection: any SQLConnection
    ) throws -> Bool {
        guard let person = try User.find(other, on: connection), person.role != sender.role else { return false }
        let (trainer, client) = sender.role == .trainer ? (sender.userId, other) : (other, sender.userId)
        return try !Contacts.exists(trainer: trainer, client: client, on: connection)
    }

    /// Whether anybody but `user` has written in the chat after a position.
    package static func hasReply(
        in chat: ChatID,
        after seq: Int64,
        besides user: UserID,
        on connection: any SQLConnection
    ) throws -> Bool {
        try connection.exists(
            """
            SELECT 1 FROM message_rows r JOIN chats c ON c.num = r.chat
            WHERE c.id = $1 AND r.seq > $2 AND r.deleted_at IS NULL
                AND NOT \(MessageExtras.isImported("r.extras"))
                AND r.sender <> coalesce((SELECT num FROM senders WHERE user_id = $3), 0)
            LIMIT 1
            """,
            chat,
            seq,
            user
        )
    }
}

extension SpotterError {
    /// Whether trying to send again can't help, in contrast to trouble of the storage.
    package var isFinalForSending: Bool {
        [.notAMember, .forbidden, .conflict, .notAContact, .accountDisabled, .invalidRequest, .notFound].contains(code)
    }
}
