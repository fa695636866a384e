public import Domain
public import SpotterAPI
import Storage

extension Conversations {
    /// Keeps what its owner thinks of an answer; `nil` takes it back. It goes with the answer.
    /// - Returns: what has changed.
    /// - Throws: `not_found` unless the turn is the actor's; `invalid_request` for a question, and for an answer that is
    ///   still being made.
    public func rate(_ turn: TurnID, _ rating: AnswerRating?, by actor: Actor) async throws -> ConversationTree {
        let now = clock.now()
        let tree = try await database.write { connection in
            let row = try TurnRow.find(turn, of: actor, on: connection)
            guard row.role == .assistant, row.state != .running else {
                throw SpotterError.invalid("Only an answer that has come to its end can be rated.")
            }
            let conversation = row.conversationId
            let before = try Self.head(conversation, of: actor, on: connection).revision
            if row.rating != rating {
                let revision = try ConversationRevision.advance(conversation, at: now, on: connection)
                try connection.execute(
                    "UPDATE turns SET rating = $1, revision = $2 WHERE id = $3",
                    rating?.rawValue,
                    revision,
                    turn
                )
            }
            return try Self.tree(conversation, since: before, for: actor, on: connection)
        }
        publish(tree, to: actor.userId)
        return tree
    }
}
