public import Domain
package import Storage

/// What members read: lists, history, cursors. Membership is checked in the same snapshot as the data.
extension Chats {
    public func chat(_ id: ChatID, for actor: Actor) async throws -> Chat {
        try await database.read { connection in
            try Self.requireMember(actor, of: id, on: connection)
            guard let chat = try Self.assemble(id, for: actor, on: connection) else { throw SpotterError.notAMember }
            return chat
        }
    }

    /// The actor's chats, latest activity first.
    public func list(for actor: Actor) async throws -> [Chat] {
        try await database.read { connection in
            let ids = try connection.query(
                """
                SELECT c.id FROM members m JOIN chats c ON c.id = m.chat_id
                WHERE m.user_id = $1 ORDER BY c.active_at DESC, c.id DESC
                """,
                actor.userId
            ) { try $0.id(0, ChatID.self) }
            return try ids.compactMap { try Self.assemble($0, for: actor, on: connection) }
        }
    }

    public struct Page: Sendable, Codable {
        /// Oldest first.
        public let messages: [Message]
        /// Whether there are more in the direction of the page.
        public let hasMore: Bool
    }

    /// A page of history by `seq`: the last messages before `before`, or the first after `after`.
    /// - Parameter limit: 1 to 200.
    public func history(
        of chat: ChatID,
        before: Int64? = nil,
        after: Int64? = nil,
        limit: Int = 50,
        for actor: Actor
    ) async throws -> Page {
        guard (1...200).contains(limit) else { throw SpotterError.invalid("limit must be 1 to 200.") }
        guard before == nil || after == nil else {
            throw SpotterError.invalid("Give before or after, not both.")
        }
        return try await database.read { connection in
            try Self.requireMember(actor, of: chat, on: connection)
            let isForward = after != nil
            var messages = try MessageReader.read(
                """
                WHERE m.chat_id = $1 AND m.seq \(isForward ? ">" : "<") $2
                ORDER BY m.seq \(isForward ? "ASC" : "DESC") LIMIT $3
                """,
                chat,
                after ?? before ?? Int64.max,
                limit + 1,
                on: connection
            )
            let hasMore = messages.count > limit
            if hasMore { messages.removeLast() }
            if !isForward { messages.reverse() }
            let cursors = try Cursors(of: chat, for: actor.userId, on: connection)
            return Page(messages: messages.map(cursors.withStatus), hasMore: hasMore)
        }
    }

    public func message(_ id: MessageID, in chat: ChatID, for actor: Actor) async throws -> Message {
        try await database.read { connection in
            try Self.requireMember(actor, of: chat, on: connection)
            guard let message = try Message.find(id, in: chat, on: connection) else {
                throw SpotterError.notFound("message")
            }
            return try Cursors(of: chat, for: actor.userId, on: connection).withStatus(message)
        }
    }

    package static func requireMember(_ actor: Actor, of chat: ChatID, on connection: any SQLConnection) throws {
        let role = try connection.first(
            "SELECT role FROM members WHERE chat_id = $1 AND user_id = $2",
            chat,
            actor.userId
        ) { try $0.word(0, MemberRole.self) }
        guard Access.can(actor, .readChat(role)) else { throw SpotterError.notAMember }
    }

    // MARK: Rows

    private static func assemble(
        _ id: ChatID,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> Chat? {
        let head = try connection.first(
            """
            SELECT c.kind, c.name, c.seq, m.read_seq FROM chats c JOIN members m ON m.chat_id = c.id
            WHERE c.id = $1 AND m.user_id = $2
            """,
            id,
            actor.userId
        ) {
            (kind: try $0.word(0, ChatKind.self), name: try $0.optionalText(1), seq: try $0.int(2), read: try $0.int(3))
        }
        guard let head else { return nil }
        let members = try connection.query(
            """
            SELECT u.id, u.display_name, m.role FROM members m JOIN users u ON u.id = m.user_id
            WHERE m.chat_id = $1 ORDER BY u.display_name, u.id
            """,
            id
        ) { Member(userId: try $0.id(0), displayName: try $0.text(1), role: try $0.word(2)) }
        let last = try MessageReader.read(
            "WHERE m.chat_id = $1 ORDER BY m.seq DESC LIMIT 1",
            id,
            on: connection
        ).first.map { try Cursors(of: id, for: actor.userId, on: connection).withStatus($0) }
        let other = members.first { $0.userId != actor.userId }?.displayName ?? "Empty chat"
        return Chat(
            id: id,
            kind: head.kind,
            name: head.name ?? other,
            members: members,
            seq: head.seq,
            readSeq: head.read,
            unread: try unread(of: actor.userId, in: id, after: head.read, on: connection),
            lastMessage: last
        )
    }

    static func unread(
        of user: UserID,
        in chat: ChatID,
        after read: Int64,
        on connection: any SQLConnection
    ) throws -> Int {
        try connection.first(
            """
            SELECT count(*) FROM messages
            WHERE chat_id = $1 AND seq > $2 AND sender_id <> $3 AND deleted_at IS NULL
            """,
            chat,
            read,
            user
        ) { Int(try $0.int(0)) } ?? 0
    }
}
