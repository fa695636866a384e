public import Accounts
public import Domain
public import SpotterAPI
import Storage

/// Answers that another server over the same database generates.
extension AssistantService {
    /// More than it takes to store an answer that has reached its time limit.
    private static let storing: Int64 = 15_000

    /// The conversation of an answer that is stored as running, and that this server doesn't generate; `nil` if it has ended, or
    /// must have.
    /// - Throws: `not_found` unless the turn is an answer to this user.
    public func runningElsewhere(_ turn: TurnID, by principal: Principal) async throws -> ConversationID? {
        guard live(turn) == nil else { return nil }
        let found = try await conversations.database.read { connection in
            try TurnRow.find(turn, of: principal.actor, on: connection)
        }
        guard found.role == .assistant else { throw SpotterError.notFound("message") }
        let limit = found.createdAt.adding(milliseconds: limits.wallClock.wholeMilliseconds + Self.storing)
        return found.state == .running && clock.now() < limit ? found.conversationId : nil
    }
}
