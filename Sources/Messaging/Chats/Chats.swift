public import Domain
package import Storage

/// Chats: making them, reading them, who is in them and what stands at their top.
public struct Chats: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let states: ChatStates
    let hub: Hub
    let index: any IndexListener

    var writer: ChatWriter { ChatWriter(database: database, clock: clock, states: states, hub: hub) }

    public enum New: Sendable {
        case direct(with: UserID)
        case group(name: String, with: [UserID])
    }

    /// A chat, and whether it was made just now: a direct chat is unique for its pair, a group for its name and members.
    public func open(_ new: New, by actor: Actor) async throws -> (chat: Chat, isNew: Bool) {
        let id: ChatID = ids.next()
        let now = clock.now()
        let opened = try await withCheckedThrowingContinuation { continuation in
            database.enqueue { connection in
                let (id, isNew) = try Self.open(new, id: id, by: actor, at: now, on: connection)
                return Opened(
                    id: id,
                    isNew: isNew,
                    // A direct chat is called after the other person: no one name is right for both.
                    name: try connection.first("SELECT name FROM chats WHERE id = $1", id) { try $0.optionalText(0) }
                        ?? nil,
                    members: isNew ? try ChatState.members(of: id, on: connection) : []
                )
            } completion: { result in
                if case .success(let opened) = result, opened.isNew { tell(of: opened) }
                continuation.resume(with: result)
            }
        }
        return (try await self.chat(opened.id, for: actor), opened.isNew)
    }

    /// Tells of a new chat before anything is written there.
    private func tell(of chat: Opened) {
        // Not a change of its order: whoever writes at once has its first position.
        let created = ChatEvent(type: .chatUpdated, chatId: chat.id, seq: 0, name: chat.name, pins: [])
        hub.gather(hub.encode(created, admits: .everyone), to: chat.members)
        states.membersChanged(of: chat.id, chat.members, now: chat.members)
    }

    private struct Opened: Sendable {
        let id: ChatID
        let isNew: Bool
        let name: String?
        let members: [UserID]
    }

    /// The same as part of a larger job; nobody is told.
    /// - Parameter asOperator: don't ask whether these people may talk to each other, as in an import.
    package static func open(
        _ new: New,
        id: ChatID,
        by actor: Actor,
        asOperator: Bool = false,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> (id: ChatID, isNew: Bool) {
        func ask(_ others: [UserID]) throws {
            if !asOperator { _ = try allowedParties(others, for: actor, on: connection) }
        }
        return switch new {
        case .direct(let other): try openDirect(id, other, by: actor, asking: ask, at: now, on: connection)
        case .group(let name, let others):
            try openGroup(id, named: name, others, by: actor, asking: ask, at: now, on: connection)
        }
    }
}
