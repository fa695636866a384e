package import Domain
import Storage

/// Pages of everything that has happened in a chat. Positions have gaps after an import or a restore, so pages are counted
/// in changes.
extension Sync {
    /// Pages of several chats, in one snapshot. Chats that the actor isn't in are left out.
    package func timelines(_ requests: [TimelineRequest], for actor: Actor) async throws -> [ChatID: TimelinePage] {
        try await database.read { connection in
            var pages: [ChatID: TimelinePage] = [:]
            for request in requests {
                let role = try Members.role(of: actor.userId, in: request.chatId, on: connection)
                guard Access.can(actor, .readChat(role)) else { continue }
                pages[request.chatId] = try page(request, for: actor, on: connection)
            }
            return pages
        }
    }

    /// - Throws: `not_a_member` if the actor isn't in the chat.
    package func timeline(_ request: TimelineRequest, for actor: Actor) async throws -> TimelinePage {
        guard let page = try await timelines([request], for: actor)[request.chatId] else {
            throw SpotterError.notAMember
        }
        return page
    }

    private func page(
        _ request: TimelineRequest,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> TimelinePage {
        var limit = max(request.limit, 1)
        while true {
            let found = try positions(request, limit: limit, on: connection)
            // One change alone may take what it needs.
            var room = limit == 1 ? Int.max : PageBytes.max
            do {
                let changes =
                    try found.seqs.isEmpty
                    ? [] : changes(of: request.chatId, found.seqs, for: actor, within: &room, on: connection)
                return TimelinePage(
                    changes: changes,
                    hasMore: found.hasMore,
                    leavers: found.hasMore && !request.isForward
                        ? try leavers(request, before: found.seqs.first ?? request.upTo, on: connection) : [],
                    readMarks: try readMarks(request, on: connection)
                )
            } catch is PageBytes.Exceeded {
                limit = max(limit / 2, 1)
            }
        }
    }

    /// The positions of a page, ascending.
    private func positions(
        _ request: TimelineRequest,
        limit: Int,
        on connection: any SQLConnection
    ) throws -> (seqs: [Int64], hasMore: Bool) {
        var seqs: [Int64] = []
        for table in ["messages", "chat_events"] {
            seqs += try connection.query(
                """
                SELECT t.seq FROM \(table) t WHERE t.chat_id = $1 AND t.seq > $2 AND t.seq <= $3
                ORDER BY t.seq \(request.isForward ? "ASC" : "DESC") LIMIT $4
                """,
                request.chatId,
                request.after,
                request.upTo,
                limit + 1
            ) { try $0.int(0) }
        }
        seqs.sort()
        let hasMore = seqs.count > limit
        return (Array(request.isForward ? seqs.prefix(limit) : seqs.suffix(limit)), hasMore)
    }

    private func changes(
        of chat: ChatID,
        _ seqs: [Int64],
        for actor: Actor,
        within room: inout Int,
        on connection: any SQLConnection
    ) throws -> [TimelineChange] {
        guard let first = seqs.first, let last = seqs.last else { return [] }
        let events = try events(
            of: chat,
            after: first - 1,
            upTo: last,
            as: try Cursors(of: chat, for: actor.userId, on: connection),
            within: &room,
            on: connection
        )
        let times = Dictionary(
            try connection.query(
                "SELECT seq, at FROM chat_events WHERE chat_id = $1 AND seq >= $2 AND seq <= $3",
                chat,
                first,
                last
            ) { (try $0.int(0), try $0.timestamp(1)) }
        ) { first, _ in first }
        let standing = try standingReactions(to: events.compactMap(\.reaction?.messageId), on: connection)
        return try events.map { event in
            let reactionSeq = try reactionSeq(of: event, on: connection)
            return TimelineChange(
                event: event,
                at: times[event.seq] ?? event.message?.createdAt ?? .earliest,
                reactionSeq: reactionSeq,
                isStanding: event.reaction.map { standing[Given($0)] == event.seq } ?? false
            )
        }
    }

    // MARK: Reactions

    private struct Given: Hashable {
        let message: MessageID
        let user: UserID
        let emoji: String

        init(message: MessageID, user: UserID, emoji: String) {
            (self.message, self.user, self.emoji) = (message, user, emoji)
        }

        init(_ change: ChatEvent.ReactionChange) {
            self.init(message: change.messageId, user: change.userId, emoji: change.emoji)
        }
    }

    private func standingReactions(to messages: [MessageID], on connection: any SQLConnection) throws -> [Given: Int64]
    {
        guard !messages.isEmpty else { return [:] }
        let rows = try connection.query(
            "SELECT message_id, user_id, emoji, seq FROM reactions WHERE message_id IN",
            in: Array(Set(messages)),
            order: "seq"
        ) { (Given(message: try $0.id(0), user: try $0.id(1), emoji: try $0.text(2)), try $0.int(3)) }
        return Dictionary(rows) { first, _ in first }
    }

    /// Where the reaction was given that the event gives or takes back.
    private func reactionSeq(of event: ChatEvent, on connection: any SQLConnection) throws -> Int64? {
        guard let reaction = event.reaction else { return nil }
        if reaction.added { return event.seq }
        return try connection.first(
            """
            SELECT e.seq FROM chat_events e
            WHERE e.chat_id = $1 AND e.seq > $2 AND e.seq < $3 AND e.message_id = $4 AND e.user_id = $5
              AND e.emoji = $6 AND e.change = 'added'
            ORDER BY e.seq DESC LIMIT 1
            """,
            event.chatId,
            event.message?.seq ?? 0,
            event.seq,
            reaction.messageId,
            reaction.userId,
            reaction.emoji
        ) { try $0.int(0) }
    }

    /// The position at which a member gave a reaction that still stands; `nil` if it doesn't.
    /// - Throws: `not_a_member` if the actor isn't in the chat.
    package func reactionSeq(
        _ emoji: String,
        on message: MessageID,
        of user: UserID,
        in chat: ChatID,
        for actor: Actor
    ) async throws -> Int64? {
        try await database.read { connection in
            try Chats.requireMember(actor, of: chat, on: connection)
            return try connection.first(
                "SELECT seq FROM reactions WHERE message_id = $1 AND user_id = $2 AND emoji = $3 AND chat_id = $4",
                message,
                user,
                emoji,
                chat
            ) { try $0.int(0) }
        }
    }

    /// The position of the latest edit of a message; `nil` if it was never edited.
    /// - Throws: `not_a_member` if the actor isn't in the chat.
    package func lastEdit(of message: MessageID, in chat: ChatID, for actor: Actor) async throws -> Int64? {
        try await database.read { connection in
            try Chats.requireMember(actor, of: chat, on: connection)
            return try connection.first(
                """
                SELECT e.seq FROM chat_events e WHERE e.chat_id = $1 AND e.message_id = $2 AND e.kind = $3
                ORDER BY e.seq DESC LIMIT 1
                """,
                chat,
                message,
                ChatEvent.Kind.messageEdited.rawValue
            ) { try $0.int(0) }
        }
    }

    // MARK: Members

    private func leavers(
        _ request: TimelineRequest,
        before seq: Int64,
        on connection: any SQLConnection
    ) throws -> [ChatEvent.MemberChange] {
        let rows = try connection.query(
            """
            SELECT \(ChatEventRow.columns) FROM \(ChatEventRow.table)
            WHERE e.chat_id = $1 AND e.seq > $2 AND e.seq < $3 AND e.kind = $4 AND e.change IN ('left', 'removed')
            ORDER BY e.seq
            """,
            request.chatId,
            request.after,
            seq,
            ChatEvent.Kind.memberChanged.rawValue
        ) { try ChatEventRow(row: $0).event(in: request.chatId, message: nil, head: nil).member }
        let members = Set(try Members.of(request.chatId, on: connection))
        let gone = rows.compactMap { $0 }.filter { !members.contains($0.userId) }
        return Array(Dictionary(gone.map { ($0.userId, $0) }) { _, last in last }.values)
    }

    private func readMarks(
        _ request: TimelineRequest,
        on connection: any SQLConnection
    ) throws -> [UserID: TimelinePage.ReadMark] {
        var messages: [Int64: (id: MessageID, seq: Int64, at: Timestamp)] = [:]
        for position in Set(request.readPositions.values) where position > 0 {
            messages[position] = try connection.first(
                """
                SELECT m.id, m.seq, m.created_at FROM messages m WHERE m.chat_id = $1 AND m.seq <= $2
                ORDER BY m.seq DESC LIMIT 1
                """,
                request.chatId,
                position
            ) { (try $0.id(0), try $0.int(1), try $0.timestamp(2)) }
        }
        var marks: [UserID: TimelinePage.ReadMark] = [:]
        for (user, position) in request.readPositions {
            guard let message = messages[position] else { continue }
            let at = try connection.first(
                """
                SELECT at FROM receipt_marks WHERE chat_id = $1 AND user_id = $2 AND kind = 'read' AND seq >= $3
                ORDER BY seq LIMIT 1
                """,
                request.chatId,
                user,
                message.seq
            ) { try $0.timestamp(0) }
            marks[user] = TimelinePage.ReadMark(messageId: message.id, at: at ?? message.at)
        }
        return marks
    }
}
