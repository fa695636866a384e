import Accounts
import Contacts
package import Domain
import Storage

/// The state of a chat that a send needs: its position and members.
package struct ChatState: Sendable {
    /// The chat's key in the rows of messages.
    let num: Int64
    package var kind: ChatKind
    package var seq: Int64
    /// How many messages it ever had.
    var messageCount: Int64
    package var members: [UserID: MemberRole]
    /// The keys of `members`, as an array for the publisher.
    package var recipients: [UserID]
    /// Whether this is a direct chat in which one member has blocked the other.
    package var isBlocked: Bool
    /// Whether this is a group in which only admins write.
    package var isAnnouncement: Bool
    /// The members who don't share read receipts, and therefore don't see those of others.
    package var hidingReadReceipts: Set<UserID>

    static func read(_ id: ChatID, on connection: any SQLConnection) throws -> ChatState? {
        let chat = try connection.first(
            "SELECT kind, seq, num, message_count, announcement FROM chats WHERE id = $1",
            id
        ) {
            (
                kind: try $0.word(0, ChatKind.self), seq: try $0.int(1), num: try $0.int(2), count: try $0.int(3),
                isAnnouncement: try $0.bool(4)
            )
        }
        guard let chat else { return nil }
        let members = try connection.query(
            """
            SELECT m.user_id, m.role, \(User.sharesReadReceipts("u"))
            FROM members m \(User.join("u", on: "m.user_id")) WHERE m.chat_id = $1
            """,
            id
        ) { (user: try $0.id(0, UserID.self), role: try $0.word(1, MemberRole.self), shares: try $0.bool(2)) }
        var isBlocked = false
        if chat.kind == .direct, members.count == 2, let one = members.first, let other = members.last {
            isBlocked = try BlockRows.exists(between: one.user, and: other.user, on: connection)
        }
        return ChatState(
            num: chat.num,
            kind: chat.kind,
            seq: chat.seq,
            messageCount: chat.count,
            members: Dictionary(members.map { ($0.user, $0.role) }) { first, _ in first },
            recipients: members.map(\.user),
            isBlocked: isBlocked,
            isAnnouncement: chat.isAnnouncement,
            hidingReadReceipts: Set(members.filter { !$0.shares }.map(\.user))
        )
    }

    /// The states of several chats, in one statement. A chat without members is left out.
    static func read(_ ids: [ChatID], on connection: any SQLConnection) throws -> [ChatID: ChatState] {
        var states: [ChatID: ChatState] = [:]
        let rows = try connection.query(
            """
            SELECT c.id, c.kind, c.seq, c.num, c.message_count, c.announcement, m.user_id, m.role,
                \(User.sharesReadReceipts("u")), c.kind = '\(ChatKind.direct.rawValue)' AND EXISTS (
                    SELECT 1 FROM members o WHERE o.chat_id = c.id AND o.user_id <> m.user_id
                        AND \(BlockRows.condition(between: "m.user_id", and: "o.user_id"))
                )
            FROM chats c JOIN members m ON m.chat_id = c.id \(User.join("u", on: "m.user_id")) WHERE c.id IN
            """,
            in: ids
        ) { row in
            (
                id: try row.id(0, ChatID.self), user: try row.id(6, UserID.self),
                role: try row.word(7, MemberRole.self), shares: try row.bool(8),
                chat: ChatState(
                    num: try row.int(3),
                    kind: try row.word(1),
                    seq: try row.int(2),
                    messageCount: try row.int(4),
                    members: [:],
                    recipients: [],
                    isBlocked: try row.bool(9),
                    isAnnouncement: try row.bool(5),
                    hidingReadReceipts: []
                )
            )
        }
        for row in rows {
            states[row.id, default: row.chat].add(row.user, row.role, sharesReadReceipts: row.shares)
        }
        return states
    }

    private mutating func add(_ user: UserID, _ role: MemberRole, sharesReadReceipts: Bool) {
        members[user] = role
        recipients.append(user)
        if !sharesReadReceipts { hidingReadReceipts.insert(user) }
    }

    /// - Throws: `forbidden` if this is a direct chat and one member has blocked the other, if only admins write in this
    ///   group, or if `member` isn't in the chat.
    func requireMayWrite(_ member: Actor) throws {
        let action = Action.sendMessage(
            members[member.userId],
            isBlocked: isBlocked,
            isAnnouncement: isAnnouncement
        )
        guard Access.can(member, action) else { throw isBlocked ? SpotterError.blocked : .announcementOnly }
    }
}

extension SpotterError {
    package static let announcementOnly = SpotterError(
        .forbidden,
        "Only admins write in this group; you can read and react."
    )
}
