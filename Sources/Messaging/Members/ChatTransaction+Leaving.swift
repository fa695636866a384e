import Accounts
import Domain
import Storage

/// Changing roles and removing members, also those whose account is deleted.
extension ChatTransaction {
    mutating func setRole(_ role: MemberRole, of person: User) throws {
        try connection.execute(
            "UPDATE members SET role = $1 WHERE chat_id = $2 AND user_id = $3",
            role.rawValue,
            id,
            person.id
        )
        try changed(.of(person, .role, role: role))
    }

    /// Removes a member. Returns whether nobody is left; then the caller purges the chat.
    mutating func removeMember(_ person: User, as change: ChatEvent.MemberChange.Kind) throws -> Bool {
        try handOverAdmin(from: person.id)
        try keepCursors(of: person.id)
        try connection.execute("DELETE FROM members WHERE chat_id = $1 AND user_id = $2", id, person.id)
        try connection.execute("DELETE FROM receipt_marks WHERE chat_id = $1 AND user_id = $2", id, person.id)
        try connection.execute("DELETE FROM drafts WHERE user_id = $1 AND chat_id = $2", person.id, id)
        // A chat that one has left is no longer the direct chat of its pair: opening one makes a new chat.
        try connection.execute("UPDATE chats SET pair_key = NULL WHERE id = $1", id)
        try changed(.of(person, change))
        return state.members.isEmpty
    }

    /// Makes the longest-standing member admin when the last admin of a group goes.
    private mutating func handOverAdmin(from leaver: UserID) throws {
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

    /// Keeps what the leaver had read, so that it doesn't become unread for senders who stay alone.
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
