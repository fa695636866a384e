import Accounts
import Domain
import Storage

/// A user's chats with members, last message and unread counts. The number of queries doesn't depend on the number of
/// chats.
struct ChatListQuery {
    private let viewer: UserID
    private let only: ChatID?
    private let withEmpty: Bool
    private let messages: MessageQuery
    private let connection: any SQLConnection

    /// - Parameters:
    ///   - only: restricts the query to one chat.
    ///   - withEmpty: whether it has direct chats that somebody else opened, where nothing happened yet.
    init(
        for actor: Actor,
        only: ChatID? = nil,
        withEmpty: Bool = true,
        messages: MessageQuery,
        on connection: any SQLConnection
    ) {
        self.viewer = actor.userId
        self.only = only
        self.withEmpty = withEmpty
        self.messages = messages
        self.connection = connection
    }

    /// Sorted by latest activity first.
    var chats: [Chat] {
        get throws {
            let rows = try rows()
            let members = try members()
            let last = try lastMessages()
            let pins = try pins()
            let drafts = try Drafts.read(of: viewer, on: connection)
            return rows.map { row in
                let members = members[row.id] ?? []
                let cursors = Cursors(
                    members.map(\.position),
                    left: row.left,
                    viewerShares: members.first { $0.member.userId == viewer }?.shares ?? true
                )
                let other = members.first { $0.member.userId != viewer }?.member.displayName ?? "Empty chat"
                return Chat(
                    id: row.id,
                    kind: row.kind,
                    name: row.name ?? other,
                    photoMediaId: row.photo,
                    members: members.map { $0.shown(to: viewer, whoShares: cursors.viewerShares) },
                    seq: row.seq,
                    readSeq: row.read,
                    unread: row.unread.messages,
                    unreadMentions: row.unread.mentions,
                    pins: pins[row.id] ?? [],
                    mutedUntil: row.mutedUntil,
                    isPinned: row.isPinned,
                    announcement: row.isAnnouncement,
                    draft: drafts[row.id],
                    lastMessage: last[row.id].map(cursors.withStatus)
                )
            }
        }
    }

    // MARK: Rows

    private struct ChatRow {
        let id: ChatID
        let kind: ChatKind
        let name: String?
        let photo: MediaID?
        let seq: Int64
        let read: Int64
        let left: Cursors.Left
        let mutedUntil: Timestamp?
        let isPinned: Bool
        let isAnnouncement: Bool
        let unread: Unread
    }

    /// The condition on `members mine` that selects the viewer's chats.
    private var mine: String { "mine.user_id = $1" + (only == nil ? "" : " AND mine.chat_id = $2") }
    private var arguments: [any SQLBindable] { only.map { [viewer, $0] } ?? [viewer] }

    /// Whoever opened a chat sees it at once; the other when there is something to see.
    private var shown: String {
        withEmpty ? "" : " AND NOT (c.kind = 'direct' AND c.seq = 0 AND c.created_by <> mine.user_id)"
    }

    private func rows() throws -> [ChatRow] {
        try connection.query(
            """
            SELECT c.id, c.kind, c.name, c.photo_media_id, c.seq, mine.read_seq, c.left_delivered_seq,
                   c.left_read_seq, mine.muted_until, mine.is_pinned, c.announcement,
                   \(Unread.messages("mine", "c")), \(Unread.mentions("mine", "c"))
            FROM members mine JOIN chats c ON c.id = mine.chat_id
            WHERE \(mine)\(shown) ORDER BY c.active_at DESC, c.id DESC
            """,
            arguments
        ) {
            ChatRow(
                id: try $0.id(0),
                kind: try $0.word(1),
                name: try $0.optionalText(2),
                photo: try $0.optionalID(3),
                seq: try $0.int(4),
                read: try $0.int(5),
                left: .init(delivered: try $0.int(6), read: try $0.int(7)),
                mutedUntil: try $0.optionalTimestamp(8),
                isPinned: try $0.bool(9),
                isAnnouncement: try $0.bool(10),
                unread: Unread(messages: Int(try $0.int(11)), mentions: Int(try $0.int(12)))
            )
        }
    }

    private struct MemberRow {
        let member: Member
        let ownRead: Int64
        let shares: Bool

        var position: Cursors.Position {
            .init(user: member.userId, delivered: member.deliveredSeq, read: member.readSeq, joined: member.joinedSeq)
        }

        /// Returns the viewer's own cursors unchanged. Others' cursors are limited to what both sides share.
        func shown(to viewer: UserID, whoShares: Bool) -> Member {
            Member(
                userId: member.userId,
                displayName: member.displayName,
                role: member.role,
                photoMediaId: member.photoMediaId,
                deliveredSeq: member.deliveredSeq,
                readSeq: member.userId == viewer ? ownRead : whoShares ? member.readSeq : 0,
                joinedSeq: member.joinedSeq
            )
        }
    }

    private func members() throws -> [ChatID: [MemberRow]] {
        var members: [ChatID: [MemberRow]] = [:]
        try connection.forEach(
            """
            SELECT theirs.chat_id, u.id, u.display_name, theirs.role, u.photo_media_id, theirs.delivered_seq,
                   theirs.shown_read_seq, theirs.read_seq, theirs.joined_seq, \(User.sharesReadReceipts("u"))
            FROM members mine JOIN members theirs ON theirs.chat_id = mine.chat_id
            \(User.join("u", on: "theirs.user_id")) WHERE \(mine) ORDER BY u.display_name, u.id
            """,
            arguments
        ) { row in
            let member = Member(
                userId: try row.id(1),
                displayName: try row.text(2),
                role: try row.word(3),
                photoMediaId: try row.optionalID(4),
                deliveredSeq: try row.int(5),
                readSeq: try row.int(6),
                joinedSeq: try row.int(8)
            )
            let found = MemberRow(member: member, ownRead: try row.int(7), shares: try row.bool(9))
            members[try row.id(0), default: []].append(found)
            return true
        }
        return members
    }

    private func lastMessages() throws -> [ChatID: Message] {
        let messages = try messages.read(
            """
            WHERE m.num IN (
                SELECT (SELECT r.num FROM message_rows r WHERE r.chat = c.num ORDER BY r.seq DESC LIMIT 1)
                FROM members mine JOIN chats c ON c.id = mine.chat_id WHERE \(mine))
            """,
            arguments,
            on: connection
        )
        return Dictionary(messages.map { ($0.chatId, $0) }) { first, _ in first }
    }

    private func pins() throws -> [ChatID: [MessageID]] {
        let rows = try connection.query(
            """
            SELECT p.chat_id, p.message_id FROM members mine JOIN pins p ON p.chat_id = mine.chat_id
            WHERE \(mine) ORDER BY p.seq
            """,
            arguments
        ) { (chat: try $0.id(0, ChatID.self), message: try $0.id(1, MessageID.self)) }
        return Dictionary(grouping: rows, by: \.chat).mapValues { $0.map(\.message) }
    }
}
