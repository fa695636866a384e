import Accounts
public import Domain
public import SpotterAPI
package import Storage

/// Chat lists and history for members. Membership is checked in the same snapshot as the data is read.
extension Chats {
    /// - Throws: `not_a_member` if the actor isn't in the chat.
    public func chat(_ id: ChatID, for actor: Actor) async throws -> Chat {
        try await database.read { connection in
            try Self.requireMember(actor, of: id, on: connection)
            guard let chat = try ChatListQuery(for: actor, only: id, messages: query, on: connection).chats.first else {
                throw SpotterError.notAMember
            }
            return chat
        }
    }

    /// The actor's chats, latest activity first.
    /// - Parameter withEmpty: whether direct chats are in the list that somebody else opened, where nothing happened yet.
    public func list(for actor: Actor, withEmpty: Bool = true) async throws -> [Chat] {
        try await database.read {
            try ChatListQuery(for: actor, withEmpty: withEmpty, messages: query, on: $0).chats
        }
    }

    /// A page of history by `seq`: the last messages before `before`, or the first after `after`. It ends early, with
    /// `hasMore`, where it would exceed `PageBytes.max`.
    /// - Parameter limit: 1 to 200.
    /// - Throws: `invalid_request` if the limit is out of range or both `before` and `after` are given; `not_a_member`
    ///   if the actor isn't in the chat.
    public func history(
        of chat: ChatID,
        before: Int64? = nil,
        after: Int64? = nil,
        limit: Int = 50,
        for actor: Actor
    ) async throws -> MessagePage {
        guard (1...200).contains(limit) else { throw SpotterError.invalid("limit must be 1 to 200.") }
        guard before == nil || after == nil else {
            throw SpotterError.invalid("Give before or after, not both.")
        }
        return try await database.read { connection in
            try Self.requireMember(actor, of: chat, on: connection)
            let isForward = after != nil
            var messages = try query.read(
                """
                WHERE m.chat_id = $1 AND m.seq \(isForward ? ">" : "<") $2
                ORDER BY m.seq \(isForward ? "ASC" : "DESC") LIMIT $3
                """,
                chat,
                after ?? before ?? Int64.max,
                limit + 1,
                on: connection
            )
            let count = min(limit, PageBytes.prefix(of: messages))
            let hasMore = messages.count > count
            messages.removeLast(messages.count - count)
            if !isForward { messages.reverse() }
            let cursors = try Cursors(of: chat, for: actor.userId, on: connection)
            for index in messages.indices { messages[index].status = cursors.status(of: messages[index]) }
            return MessagePage(
                messages: messages,
                hasMore: hasMore,
                people: try Self.formerMembers(among: messages, cursors, on: connection)
            )
        }
    }

    private static func formerMembers(
        among messages: [Message],
        _ cursors: Cursors,
        on connection: any SQLConnection
    ) throws -> [MessagePage.FormerMember] {
        let gone = Set(messages.map(\.senderId)).subtracting(cursors.userIDs)
        return try gone.sorted().compactMap { user in
            try connection.first(
                "SELECT u.display_name FROM \(User.table(as: "u")) WHERE u.id = $1",
                user
            ) { MessagePage.FormerMember(userId: user, displayName: try $0.text(0)) }
        }
    }

    /// - Throws: `not_a_member` if the actor isn't in the chat; `not_found` if it has no such message.
    public func message(_ id: MessageID, in chat: ChatID, for actor: Actor) async throws -> Message {
        try await database.read { connection in
            try Self.requireMember(actor, of: chat, on: connection)
            guard let message = try query.find(id, in: chat, on: connection) else {
                throw SpotterError.notFound("message")
            }
            return try Cursors(of: chat, for: actor.userId, on: connection).withStatus(message)
        }
    }

    /// - Throws: `not_a_member` if the actor isn't in the chat.
    package static func requireMember(_ actor: Actor, of chat: ChatID, on connection: any SQLConnection) throws {
        let role = try Members.role(of: actor.userId, in: chat, on: connection)
        guard Access.can(actor, .readChat(role)) else { throw SpotterError.notAMember }
    }
}
