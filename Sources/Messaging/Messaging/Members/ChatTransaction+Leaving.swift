import Accounts
import Domain
import Storage

/// Changing roles and removing members, including those whose account is deleted.
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

    /// Removes a member. Returns whether no members are left; the caller must then purge the chat.
    mutating func removeMember(_ person: User, as change: ChatEvent.MemberChange.Kind) throws -> Bool {
        try handOverAdmin(from: person.id)
        try keepCursors(of: person.id)
        connection.markErasure()
        try connection.execute("DELETE FROM members WHERE chat_id = $1 AND user_id = $2", id, person.id)
        try connection.execute("DELETE FROM receipt_marks WHERE chat_id = $1 AND user_id = $2", id, person.id)
        try connection.execute("DELETE FROM drafts WHERE user_id = $1 AND chat_id = $2", person.id, id)
        // A chat that a member has left is no longer the pair's direct chat. Opening one again creates a new chat.
        try connection.execute("UPDATE chats SET pair_key = NULL WHERE id = $1", id)
        try changed(.of(person, change))
        return state.members.isEmpty
    }

    /// Makes the longest-standing member admin when the last admin of a group leaves.
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

    /// Keeps the leaver's cursors, so that messages they have read keep their status for a sender who remains alone.
    private func keepCursors(of leaver: UserID) throws {
        try connection.execute(
            """
            UPDATE chats SET
                left_delivered_seq = (SELECT max(delivered_seq) FROM (
                    SELECT delivered_seq FROM members WHERE chat_id = $1 AND user_id = $2
                    UNION ALL SELECT left_delivered_seq FROM chats WHERE id = $1) d),
                left_read_seq = (SELECT max(shown_read_seq) FROM (
                    SELECT shown_read_seq FROM members WHERE chat_id = $1 AND user_id = $2
                    UNION ALL SELECT left_read_seq FROM chats WHERE id = $1) r)
            WHERE id = $1
            """,
            id,
            leaver
        )
    }
}
