import Contacts
public import Domain
public import SpotterAPI
import Storage

/// Blocking people. A block works both ways: neither writes to the other directly, adds the other to a group, or sees the
/// other's presence. What was said stays readable.
public struct Blocks: Sendable {
    let database: any Database
    let clock: any WallClock
    let states: ChatStateCache
    let publisher: any ChatEventPublisher

    /// Those whom the actor has blocked, latest first.
    public func list(of actor: Actor) async throws -> [BlockedPerson] {
        try await database.read { try BlockRows.list(of: actor.userId, on: $0) }
    }

    /// From the commit on, the two can't reach each other. Blocking again changes nothing.
    /// - Throws: `invalid_request` for oneself; `not_found` for a stranger, as for an unknown id.
    public func block(_ other: UserID, by actor: Actor) async throws {
        guard other != actor.userId else { throw SpotterError.invalid("You can't block yourself.") }
        let now = clock.now()
        let isNew = try await database.write { connection in
            guard let party = try Party.find(other, for: actor, on: connection)?.party,
                Access.can(actor, .know(party))
            else { throw SpotterError.notFound("person") }
            let isNew = try BlockRows.insert(actor.userId, blocks: other, at: now, on: connection)
            try forgetChat(of: actor.userId, and: other, on: connection)
            return isNew
        }
        // To each of them the other now appears offline, wherever they really are.
        if isNew { publisher.visibilityDidChange(of: [actor.userId, other]) }
    }

    /// Takes the actor's own block back; the other's stays if there is one.
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

    /// A send decides from the cached state: the chat of the two must be read again.
    private func forgetChat(of a: UserID, and b: UserID, on connection: any SQLConnection) throws {
        states.expireVisibility()
        let chat = try connection.first("SELECT id FROM chats WHERE pair_key = $1", Chats.pairKey(a, b)) {
            try $0.id(0, ChatID.self)
        }
        if let chat { states.forget(chat) }
    }
}
