public import Accounts
public import Domain
public import SpotterAPI
import Storage

/// Answers that another server over the same database generates.
extension AssistantService {
    /// More than it takes to store an answer that has reached its time limit.
    private static let storing: Int64 = 15_000

    /// The conversation of an answer that is stored as running, and that this server doesn't generate; `nil` if it has ended. One
    /// that no server can be at any more, since it has outlived its time limit, is ended here as interrupted.
    /// - Throws: `not_found` unless the turn is an answer to this user; `unauthorized` if their session has ended.
    public func runningElsewhere(_ turn: TurnID, by principal: Principal) async throws -> ConversationID? {
        guard live(turn) == nil else { return nil }
        let found = try await conversations.database.read { connection in
            try Accounts.requireLive(principal.sessionId, on: connection)
            return try TurnRow.find(turn, of: principal.actor, on: connection)
        }
        guard found.role == .assistant else { throw SpotterError.notFound("message") }
        guard found.state == .running else { return nil }
        let limit = found.createdAt.adding(milliseconds: limits.wallClock.wholeMilliseconds + Self.storing)
        guard clock.now() >= limit else { return found.conversationId }
        try await conversations.interrupt(turn, in: found.conversationId, of: principal.userId)
        return nil
    }
}

extension Conversations {
    /// Ends an answer as interrupted, unless it has ended meanwhile.
    fileprivate func interrupt(_ turn: TurnID, in conversation: ConversationID, of owner: UserID) async throws {
        let now = clock.now()
        let revision = try await database.write { connection -> Int64? in
            let count = try connection.execute(
                "UPDATE turns SET state = 'interrupted' WHERE id = $1 AND state = 'running'",
                turn
            )
            guard count == 1 else { return nil }
            let revision = try ConversationRevision.advance(conversation, at: now, on: connection)
            try ConversationRevision.mark(turn, as: revision, on: connection)
            return revision
        }
        guard let revision else { return }
        derived.publish(ConversationChange(conversationId: conversation, revision: revision), to: owner)
    }
}
