import Accounts
public import Domain
package import Storage

/// Chats: opening and reading them, their members, name, photo and pins.
public struct Chats: Sendable {
    let database: any Database
    let clock: any WallClock
    let ids: any IDSource
    let states: ChatStateCache
    let sentMessages: SentMessageIndex
    let publisher: any ChatEventPublisher
    let observer: any MessageObserver
    let media: any MediaCatalog
    let transactions: ChatTransactionRunner

    var query: MessageQuery { transactions.query }

    public enum New: Sendable {
        case direct(with: UserID)
        case group(name: String, with: [UserID])
    }

    /// Opens a chat. Returns it and whether it is new: a direct chat is unique per pair, a group per name and members.
    /// - Throws: `invalid_request` for a chat with oneself, an invalid group name, or too few or too many members;
    ///   `not_found` or `not_a_contact` if the actor may not write to one of the people; `forbidden` if one has blocked
    ///   the other.
    public func open(_ new: New, by actor: Actor) async throws -> (chat: Chat, isNew: Bool) {
        let id: ChatID = ids.next()
        let now = clock.now()
        let opened = try await withCheckedThrowingContinuation { continuation in
            database.enqueue { connection in
                let (id, isNew) = try Self.open(new, id: id, by: actor, at: now, on: connection)
                return Opened(
                    id: id,
                    isNew: isNew,
                    // A direct chat has no name of its own; each member sees the other's.
                    name: try connection.first("SELECT name FROM chats WHERE id = $1", id) { try $0.optionalText(0) }
                        ?? nil,
                    members: isNew ? try Members.of(id, on: connection) : []
                )
            } completion: { result in
                if case .success(let opened) = result, opened.isNew { publish(opened) }
                continuation.resume(with: result)
            }
        }
        return (try await self.chat(opened.id, for: actor), opened.isNew)
    }

    /// Publishes a new chat before its first message.
    private func publish(_ chat: Opened) {
        // The event has no position, because position 1 belongs to the first message.
        let created = ChatEvent(type: .chatUpdated, chatId: chat.id, seq: 0, name: chat.name, pins: [])
        publisher.enqueue(created, admitting: .everyone, to: chat.members)
        publisher.membersDidChange(MembershipChange(chatId: chat.id, users: chat.members, members: chat.members))
    }

    private struct Opened: Sendable {
        let id: ChatID
        let isNew: Bool
        let name: String?
        let members: [UserID]
    }

    /// Opens a chat as part of a larger transaction, without publishing it.
    /// - Parameter asOperator: skips the check whether these people may talk to each other, for an import.
    /// - Throws: the codes of `open(_:by:)`.
    package static func open(
        _ new: New,
        id: ChatID,
        by actor: Actor,
        asOperator: Bool = false,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws -> (id: ChatID, isNew: Bool) {
        func ask(_ others: [UserID]) throws {
            if !asOperator { _ = try reachableUsers(others, for: actor, on: connection) }
        }
        return switch new {
        case .direct(let other): try openDirect(id, other, by: actor, asking: ask, at: now, on: connection)
        case .group(let name, let others):
            try openGroup(id, named: name, others, by: actor, asking: ask, at: now, on: connection)
        }
    }
}
