import Domain
import Storage

/// A user's chats with members, last message and unread counts. The number of queries doesn't depend on the number of
/// chats.
struct ChatListQuery {
    let viewer: UserID
    let messages: MessageQuery
    let connection: any SQLConnection
    private let statements: ChatListStatements
    private let arguments: [any SQLBindable]

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
        self.messages = messages
        self.connection = connection
        statements = only != nil ? .ofOne : withEmpty ? .ofAll : .ofShown
        arguments = only.map { [actor.userId, $0] } ?? [actor.userId]
    }

    /// Sorted by latest activity first.
    var chats: [Chat] {
        get throws {
            let rows = try rows()
            var members: [ChatID: [MemberRow]] = [:]
            try forEachMember { members[$0, default: []].append($1) }
            let last = try lastMessages()
            let pins = try pins()
            let drafts = try drafts()
            return rows.map { row in
                let members = members[row.id] ?? []
                let cursors = Cursors(members.map(\.position), left: row.left, viewerShares: row.viewerShares)
                var chat = row.chat(
                    pins: pins[row.id] ?? [],
                    draft: drafts[row.id],
                    other: members.first { $0.member.userId != viewer }?.member.displayName
                )
                chat.members = members.map { $0.shown(to: viewer, whoShares: row.viewerShares) }
                chat.lastMessage = last[row.id].map(cursors.withStatus)
                return chat
            }
        }
    }

    // MARK: Rows

    struct ChatRow {
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
        /// Whether the viewer shares how far they have read.
        let viewerShares: Bool

        /// The chat without members and last message.
        /// - Parameter other: the name of the first member who isn't the viewer.
        func chat(pins: [MessageID], draft: ChatDraft?, other: String?) -> Chat {
            Chat(
                id: id,
                kind: kind,
                name: name ?? other ?? "Empty chat",
                photoMediaId: photo,
                members: [],
                seq: seq,
                readSeq: read,
                unread: unread.messages,
                unreadMentions: unread.mentions,
                pins: pins,
                mutedUntil: mutedUntil,
                isPinned: isPinned,
                announcement: isAnnouncement,
                draft: draft,
                lastMessage: nil
            )
        }
    }

    func rows() throws -> [ChatRow] {
        try connection.query(statements.rows, arguments) {
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
                unread: Unread(messages: Int(try $0.int(11)), mentions: Int(try $0.int(12))),
                viewerShares: try $0.bool(13)
            )
        }
    }

    struct MemberRow {
        let member: Member
        let ownRead: Int64

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

    /// Calls `body` with the members of one chat after another, by name.
    func forEachMember(_ body: (ChatID, MemberRow) -> Void) throws {
        try connection.forEach(statements.members, arguments) { row in
            let member = Member(
                userId: try row.id(1),
                displayName: try row.text(2),
                role: try row.word(3),
                photoMediaId: try row.optionalID(4),
                deliveredSeq: try row.int(5),
                readSeq: try row.int(6),
                joinedSeq: try row.int(8)
            )
            body(try row.id(0), MemberRow(member: member, ownRead: try row.int(7)))
            return true
        }
    }

    private func lastMessages() throws -> [ChatID: Message] {
        let messages = try messages.read(statements.areLast, arguments, on: connection)
        return Dictionary(messages.map { ($0.chatId, $0) }) { first, _ in first }
    }

    /// Calls `body` with the row of each chat's last message, which begins with `MessageRow.columns`.
    func forEachLastMessage(_ body: (any SQLRow) throws -> Void) throws {
        try connection.forEach(statements.last, arguments) { row in
            try body(row)
            return true
        }
    }

    func drafts() throws -> [ChatID: ChatDraft] { try Drafts.read(of: viewer, on: connection) }

    func pins() throws -> [ChatID: [MessageID]] {
        let rows = try connection.query(statements.pins, arguments) { row in
            (chat: try row.id(0, ChatID.self), message: try row.id(1, MessageID.self))
        }
        return Dictionary(grouping: rows, by: \.chat).mapValues { $0.map(\.message) }
    }
}
