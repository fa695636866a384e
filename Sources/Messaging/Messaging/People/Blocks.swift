import Contacts
public import Domain
public import SpotterAPI
import Storage

/// Blocking people. A block works both ways: neither can write to the other directly, add the other to a group, or see
/// the other's presence. Earlier messages stay readable.
public struct Blocks: Sendable {
    let database: any Database
    let clock: any WallClock
    let states: ChatStateCache
    let publisher: any ChatEventPublisher

    /// The users whom the actor has blocked, latest first.
    public func list(of actor: Actor) async throws -> [BlockedPerson] {
        try await database.read { try BlockRows.list(of: actor.userId, on: $0) }
    }

    /// Blocks a user. After the commit, the two can't reach each other. Blocking again changes nothing.
    /// - Throws: `invalid_request` if the user is the actor; `not_found` if the user is unknown to the actor or doesn't
    ///   exist.
    public func block(_ other: UserID, by actor: Actor) async throws {
        guard other != actor.userId else { throw SpotterError.invalid("You can't block yourself.") }
        let now = clock.now()
        let isNew = try await database.write { connection in
            // Whoever asks to be one's trainer shows their name, so they can be blocked as well.
            guard let party = try Party.find(other, for: actor, on: connection)?.party,
                try Access.can(actor, .know(party))
                    || Contacts.isAsking(other, client: actor.userId, at: now, on: connection)
            else { throw SpotterError.notFound("person") }
            let isNew = try BlockRows.insert(actor.userId, blocks: other, at: now, on: connection)
            try forgetChat(of: actor.userId, and: other, on: connection)
            return isNew
        }
        // Each of the two now appears offline to the other, regardless of actual presence.
        if isNew { publisher.visibilityDidChange(of: [actor.userId, other]) }
    }

    /// Removes the actor's own block; a block by the other user stays.
    /// - Throws: `not_found` if there is no such block.
    public func unblock(_ other: UserID, by actor: Actor) async throws {
        try await database.write { connection in
            guard try BlockRows.delete(actor.userId, blocks: other, on: connection) else {
                throw SpotterError.notFound("block of yours")
            }
            try forgetChat(of: actor.userId, and: other, on: connection)
        }
        publisher.visibilityDidChange(of: [actor.userId, other])
    }

    /// Sends rely on cached state, so the direct chat of the two must be reloaded.
    private func forgetChat(of a: UserID, and b: UserID, on connection: any SQLConnection) throws {
        states.expireVisibility()
        let chat = try connection.first("SELECT id FROM chats WHERE pair_key = $1", Chats.pairKey(a, b)) {
            try $0.id(0, ChatID.self)
        }
        if let chat { states.forget(chat) }
    }
}
