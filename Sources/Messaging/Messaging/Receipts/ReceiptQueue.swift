import Domain
import SpotterAPI
import Synchronization

/// Cursor moves that wait for the writer. Only the furthest move of each member in each chat is kept.
///
/// Moves that arrive while the writer is busy share one transaction, however many there are.
final class ReceiptQueue: Sendable {
    typealias Completion = @Sendable (Result<ReadPosition, any Error>) -> Void

    struct Move: Sendable {
        let chat: ChatID
        let actor: Actor
        var delivered: Int64 = 0
        var read: Int64 = 0
        /// Called only if the move fails.
        var failureHandlers: [@Sendable (any Error) -> Void] = []
        /// Called with the resulting position.
        var completions: [Completion] = []
    }

    private struct Key: Hashable {
        let chat: ChatID
        let user: UserID
    }

    private struct State: Sendable {
        var moves: [Move] = []
        var places: [Key: Int] = [:]
    }

    private let state = Mutex(State())

    /// Adds a move. Returns whether it is the first in the queue, in which case the caller must enqueue a transaction.
    func add(
        _ kind: Receipts.Kind,
        to seq: Int64,
        in chat: ChatID,
        by actor: Actor,
        _ addHandler: (inout Move) -> Void
    ) -> Bool {
        state.withLock { state in
            let key = Key(chat: chat, user: actor.userId)
            let isFirst = state.moves.isEmpty
            let place = state.places[key] ?? state.moves.count
            if place == state.moves.count {
                state.moves.append(Move(chat: chat, actor: actor))
                state.places[key] = place
            }
            switch kind {
            case .delivered: state.moves[place].delivered = max(state.moves[place].delivered, seq)
            case .read: state.moves[place].read = max(state.moves[place].read, seq)
            }
            addHandler(&state.moves[place])
            return isFirst
        }
    }

    /// Removes and returns all moves, in the order of each member's first move.
    func take() -> [Move] {
        state.withLock { state in
            defer { state = State() }
            return state.moves
        }
    }
}
