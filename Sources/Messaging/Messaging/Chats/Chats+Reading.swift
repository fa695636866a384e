package import Accounts
public import Domain
package import Storage

/// Chats and single messages for members. Membership is checked in the same snapshot as the data is read.
extension Chats {
    /// - Throws: `not_a_member` if the actor isn't in the chat.
    public func chat(_ id: ChatID, for actor: Actor) async throws -> Chat {
        try await database.read { connection in
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

    /// The same list as the body of a response.
    /// - Throws: `unauthorized` or `token_expired` if the caller's credential is no longer valid.
    package func listBody(for caller: some Caller, withEmpty: Bool) async throws -> [UInt8] {
        try await database.read { connection in
            let actor = try caller.actor(at: clock.now(), on: connection)
            var list = try ChatListBody(
                ChatListQuery(for: actor, withEmpty: withEmpty, messages: query, on: connection)
            )
            try list.read()
            return try list.body()
        }
    }

    /// Those that differ from what a client knows by their tags, empty ones as well: the body of `ChatChangesResponse`.
    package func changesBody(for actor: Actor, since known: [ChatID: String]) async throws -> [UInt8] {
        try await database.read { connection in
            var list = try ChatListBody(ChatListQuery(for: actor, messages: query, on: connection))
            try list.read()
            return try list.changes(since: known)
        }
    }

    /// - Throws: `not_a_member` if the caller isn't in the chat; `not_found` if it has no such message; `unauthorized` or
    ///   `token_expired` if the caller's credential is no longer valid.
    package func message(_ id: MessageID, in chat: ChatID, for caller: some Caller) async throws -> Message {
        try await database.read { connection in
            let actor = try caller.actor(at: clock.now(), on: connection)
            let cursors = try Cursors(of: chat, forMember: actor, on: connection)
            guard let message = try query.find(id, in: chat, on: connection) else {
                throw SpotterError.notFound("message")
            }
            return cursors.withStatus(message)
        }
    }

    /// - Throws: `not_a_member` if the actor isn't in the chat.
    package static func requireMember(_ actor: Actor, of chat: ChatID, on connection: any SQLConnection) throws {
        let role = try Members.role(of: actor.userId, in: chat, on: connection)
        guard Access.can(actor, .readChat(role)) else { throw SpotterError.notAMember }
    }
}
