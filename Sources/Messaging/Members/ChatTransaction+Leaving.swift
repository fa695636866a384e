import Domain
import Storage

/// How somebody goes, and what stays behind. Also for an account that is deleted, chat by chat.
extension ChatJob {
    mutating func setRole(_ role: MemberRole, of person: User) throws {
        try connection.execute(
            "UPDATE members SET role = $1 WHERE chat_id = $2 AND user_id = $3",
            role.rawValue,
            id,
            person.id
        )
        try changed(try .of(person, .role, role: role, on: connection))
    }

    /// Takes a member out; whether nobody is left. Then the chat is to be purged.
    mutating func takeOut(_ person: User, as change: ChatEvent.MemberChange.Kind) throws -> Bool {
        try handOver(from: person.id)
        try keepCursors(of: person.id)
        try connection.execute("DELETE FROM members WHERE chat_id = $1 AND user_id = $2", id, person.id)
        try connection.execute("DELETE FROM receipt_marks WHERE chat_id = $1 AND user_id = $2", id, person.id)
        try connection.execute("DELETE FROM drafts WHERE user_id = $1 AND chat_id = $2", person.id, id)
        // A chat that somebody left is no longer "the" chat of its pair: the next one starts anew.
        try connection.execute("UPDATE chats SET pair_key = NULL WHERE id = $1", id)
        try changed(try .of(person, change, on: connection))
        return state.members.isEmpty
    }

    /// A group whose last admin goes gets its longest-standing member as admin.
    private mutating func handOver(from leaver: UserID) throws {
        guard state.kind == .group, state.members[leaver] == .admin,
            !state.members.contains(where: { $0.key != leaver && $0.value == .admin })
        else { return }
        let heir = try connection.first(
            """
            SELECT user_id FROM members WHERE chat_id = $1 AND user_id <> $2 ORDER BY joined_seq, joined_at, user_id
            """,
            id,
            leaver
        ) { try $0.id(0, UserID.self) }
        guard let heir, let person = try User.find(heir, on: connection) else { return }
        try setRole(.admin, of: person)
    }

    /// What they had read doesn't become unread for the senders who stay alone.
    private func keepCursors(of leaver: UserID) throws {
        try connection.execute(
            """
            UPDATE chats SET
                left_delivered_seq = (SELECT max(delivered_seq) FROM (
                    SELECT delivered_seq FROM members WHERE chat_id = $1 AND user_id = $2
                    UNION ALL SELECT left_delivered_seq FROM chats WHERE id = $1)),
                left_read_seq = (SELECT max(shown_read_seq) FROM (
                    SELECT shown_read_seq FROM members WHERE chat_id = $1 AND user_id = $2
                    UNION ALL SELECT left_read_seq FROM chats WHERE id = $1))
            WHERE id = $1
            """,
            id,
            leaver
        )
    }
}
