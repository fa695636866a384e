import Domain
import SpotterAPI
import Synchronization

/// The answers that are being generated, and their number per user.
final class GenerationRegistry: Sendable {
    private struct State: Sendable {
        var live: [TurnID: Generation] = [:]
        var slots: [UserID: Int] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Reserves one of the user's slots.
    ///
    /// - Throws: `rate_limited` if all are taken, `shutting_down`.
    func reserve(for user: UserID, limit: Int) throws(SpotterError) {
        let (isClosed, isFull) = state.withLock { state in
            let used = state.slots[user, default: 0]
            if !state.isClosed, used < limit { state.slots[user] = used + 1 }
            return (state.isClosed, used >= limit)
        }
        if isClosed { throw SpotterError(.shuttingDown, "The server is shutting down.", retryable: true) }
        guard !isFull else {
            throw SpotterError(
                .rateLimited,
                "The assistant is answering \(limit) of your questions already; wait for one of them or stop it.",
                retryable: true,
                retryAfterMs: 2000
            )
        }
    }

    func release(_ user: UserID) {
        state.withLock { state in
            let left = state.slots[user, default: 0] - 1
            state.slots[user] = left > 0 ? left : nil
        }
    }

    func add(_ generation: Generation) {
        state.withLock { $0.live[generation.messageId] = generation }
    }

    func remove(_ generation: Generation) {
        state.withLock { $0.live[generation.messageId] = nil }
        release(generation.owner)
    }

    subscript(_ turn: TurnID) -> Generation? { state.withLock { $0.live[turn] } }

    func all(in conversation: ConversationID) -> [Generation] {
        state.withLock { $0.live.values.filter { $0.conversationId == conversation } }
    }

    func all(of owner: UserID) -> [Generation] {
        state.withLock { $0.live.values.filter { $0.owner == owner } }
    }

    /// The answers that a message has gone into.
    func all(madeFrom message: MessageID) -> [Generation] {
        state.withLock { $0.live.values.filter { $0.builder.sources.contains(message) } }
    }

    /// Refuses further answers.
    ///
    /// - Returns: the answers that are still running.
    func close() -> [Generation] {
        state.withLock { state in
            state.isClosed = true
            return Array(state.live.values)
        }
    }
}
