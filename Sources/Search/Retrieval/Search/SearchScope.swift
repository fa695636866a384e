import Accounts
package import Domain
import Foundation
import Messaging
import SpotterAPI
import Storage

/// What a search needs to know about its user, as of its start: the chats to search, and the people to whom names
/// refer.
package struct SearchScope: Sendable {
    let actor: Actor
    /// The access filter: partitions are chosen by current membership before anything is compared.
    let chats: [ChatID]
    /// The approximate number of messages in each of the user's chats.
    let messageCounts: [ChatID: Int]
    /// The newest message by `num`.
    let newest: Int64
    let zone: TimeZone
    /// How the user writes dates; `nil` for an unknown user.
    let locale: String?
    package let people: PeopleDirectory
    /// The number of messages that aren't searchable by meaning yet.
    let pendingCount: Int
    /// Whether messages wait for the full-text index.
    let isFullTextBehind: Bool
}

extension MessageSearch {
    /// - Parameter chat: the only chat to search; `nil` for all of the actor's.
    /// - Throws: `not_a_member` if the actor isn't in `chat`.
    package func scope(for actor: Actor, in chat: ChatID? = nil) async throws -> SearchScope {
        try await scope(in: chat.map { [$0] } ?? [], readsNames: true, for: actor)
    }

    /// - Parameters:
    ///   - chats: the chats to search; all of the actor's if empty.
    ///   - readsNames: whether names in the query will be recognised.
    /// - Throws: `not_a_member` if the actor isn't in all of `chats`.
    func scope(in chats: [ChatID], readsNames: Bool, for actor: Actor) async throws -> SearchScope {
        let indexer = indexer
        return try await database.read { connection in
            for chat in chats { try Chats.requireMember(actor, of: chat, on: connection) }
            let own = try VisibleChatList(of: actor.userId, on: connection)
            let newest = try TextMessages.newest(on: connection)
            let zone = try User.find(actor.userId, on: connection)?.timezone
            return SearchScope(
                actor: actor,
                chats: chats.isEmpty ? own.ids : chats,
                messageCounts: own.messageCounts,
                newest: newest,
                zone: zone.flatMap(TimeZone.init(identifier:)) ?? .gmt,
                locale: try Profile.locale(of: actor.userId, on: connection),
                people: readsNames
                    ? try PeopleDirectory(of: actor, on: connection) : PeopleDirectory(people: [], groups: []),
                pendingCount: try indexer.pendingCount(on: connection),
                isFullTextBehind: try MessageFeed.fullText.position(on: connection) < newest
            )
        }
    }
}
