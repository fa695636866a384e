package import Accounts
public import Domain
public import SpotterAPI
import Storage

/// Pages of history by `seq`: the last messages before `before`, or the first after `after`. A page ends early, with
/// `hasMore`, where it would exceed `PageBytes.max`.
extension Chats {
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
        let range = try HistoryRange(before: before, after: after, limit: limit)
        return try await database.read { connection in
            let cursors = try Cursors(of: chat, forMember: actor, on: connection)
            var messages = try query.read(range.condition, chat, range.bound, range.limit + 1, on: connection)
            let count = min(limit, PageBytes.prefix(of: messages))
            let hasMore = messages.count > count
            messages.removeLast(messages.count - count)
            if !range.isForward { messages.reverse() }
            for index in messages.indices { messages[index].status = cursors.status(of: messages[index]) }
            return MessagePage(
                messages: messages,
                hasMore: hasMore,
                people: try Self.formerMembers(among: Set(messages.map(\.senderId)), cursors, on: connection)
            )
        }
    }

    /// The same page as the body of a response: the bytes that `ServerFrames.page` makes of it.
    /// - Throws: as `history`; `unauthorized` or `token_expired` if the caller's credential is no longer valid.
    package func historyBody(
        of chat: ChatID,
        before: Int64? = nil,
        after: Int64? = nil,
        limit: Int = 50,
        for caller: some Caller
    ) async throws -> [UInt8] {
        let range = try HistoryRange(before: before, after: after, limit: limit)
        return try await database.read { connection in
            let actor = try caller.actor(at: clock.now(), on: connection)
            var page = HistoryPage(range, as: try Cursors(of: chat, forMember: actor, on: connection))
            try page.read(chat, by: query, on: connection)
            return try page.body(on: connection)
        }
    }

    static func formerMembers(
        among senders: Set<UserID>,
        _ cursors: Cursors,
        on connection: any SQLConnection
    ) throws -> [MessagePage.FormerMember] {
        try senders.subtracting(cursors.userIDs).sorted().compactMap { user in
            try connection.first(
                "SELECT u.display_name FROM \(User.table(as: "u")) WHERE u.id = $1",
                user
            ) { MessagePage.FormerMember(userId: user, displayName: try $0.text(0)) }
        }
    }
}

/// Which messages a page has. Backwards, they are read from the last one on.
struct HistoryRange {
    let isForward: Bool
    let bound: Int64
    let limit: Int

    /// - Throws: `invalid_request`.
    init(before: Int64?, after: Int64?, limit: Int) throws {
        guard (1...200).contains(limit) else { throw SpotterError.invalid("limit must be 1 to 200.") }
        guard before == nil || after == nil else { throw SpotterError.invalid("Give before or after, not both.") }
        isForward = after != nil
        bound = after ?? before ?? Int64.max
        self.limit = limit
    }

    /// For a statement on `messages m`, with the chat, the bound and a limit as arguments.
    var condition: String { isForward ? Self.forward : Self.backward }

    static let forward = "WHERE m.chat_id = $1 AND m.seq > $2 ORDER BY m.seq ASC LIMIT $3"
    static let backward = "WHERE m.chat_id = $1 AND m.seq < $2 ORDER BY m.seq DESC LIMIT $3"
}
