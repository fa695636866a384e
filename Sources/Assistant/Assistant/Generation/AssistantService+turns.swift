public import Accounts
public import Domain
public import SpotterAPI

extension AssistantService {
    /// The answer while it is being generated.
    func live(_ turn: TurnID) -> Generation? { registry[turn] }

    /// The answer's events from the start: live while it is being generated, otherwise from the database.
    /// - Throws: `not_found` unless the turn is an answer to this user.
    public func reattach(_ turn: TurnID, by principal: Principal) async throws -> AsyncStream<AssistantEvent> {
        if let live = registry[turn] {
            guard live.owner == principal.userId else { throw SpotterError.notFound("message") }
            return live.events()
        }
        let found = try await conversations.turn(turn, for: principal.actor)
        guard found.turn.role == .assistant else { throw SpotterError.notFound("message") }
        return Self.replay(found.turn, failure: found.failure)
    }

    /// Stops an answer, wherever it's generated, and keeps what there is of it. Has no effect if the answer has ended.
    /// - Throws: `not_found` unless the turn is an answer to this user.
    @discardableResult
    public func stop(_ turn: TurnID, by principal: Principal) async throws -> ConversationTurn {
        if let live = registry[turn], live.owner == principal.userId {
            await live.end(.user)
        } else {
            try await stopElsewhere(turn, by: principal)
        }
        let found = try await conversations.turn(turn, for: principal.actor).turn
        guard found.role == .assistant else { throw SpotterError.notFound("message") }
        return found
    }

    /// Deletes a conversation, and stops the answers that are being generated in it.
    /// - Throws: `not_found` unless the conversation is the user's.
    public func delete(_ conversation: ConversationID, by principal: Principal) async throws {
        for live in registry.all(in: conversation) where live.owner == principal.userId {
            await live.end(.user)
        }
        try await conversations.delete(conversation, by: principal.actor)
    }

    /// Makes a turn part of the active branch.
    /// - Parameter step: 1 or -1 for the alternative after or before it; `nil` for the turn itself.
    /// - Returns: what has changed.
    /// - Throws: `not_found` unless the turn is the user's; `invalid_request` for another step.
    public func select(_ turn: TurnID, step: Int? = nil, by principal: Principal) async throws -> ConversationTree {
        try await conversations.select(turn, step: step, by: principal.actor)
    }

    /// Deletes a turn with everything below it, and stops the answers that are being generated there.
    /// - Returns: what has changed.
    /// - Throws: `not_found` unless the turn is the user's.
    public func delete(from turn: TurnID, by principal: Principal) async throws -> ConversationTree {
        let below = try await conversations.subtree(of: turn, for: principal.actor)
        await stop(below.turns, in: below.conversation)
        let change = try await conversations.deleteTurns(from: turn, by: principal.actor)
        // What began meanwhile ends without being stored.
        await stop(Set(change.deletedIds), in: below.conversation)
        return change
    }

    private func stop(_ turns: Set<TurnID>, in conversation: ConversationID) async {
        for live in registry.all(in: conversation) where turns.contains(live.messageId) {
            await live.end(.user)
        }
    }
}
