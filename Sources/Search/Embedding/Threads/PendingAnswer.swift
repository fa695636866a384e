import Synchronization

/// A value that another thread computes, for a task that may be cancelled meanwhile.
final class PendingAnswer<Value: Sendable>: Sendable {
    private typealias Answer = Result<Value, any Error>

    private enum State: Sendable {
        case open
        case waiting(CheckedContinuation<Value, any Error>)
        case given(Answer)
        case taken
    }

    private let state = Mutex(State.open)

    /// Starts the computation and waits for its value, or until the task is cancelled. Then nobody waits for it any more.
    ///
    /// - Throws: `CancellationError`.
    func value(startedBy start: () -> Void) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                wait(continuation)
                start()
            }
        } onCancel: {
            give(.failure(CancellationError()))
        }
    }

    /// Call this when the value is there.
    func give(_ value: Value) { give(.success(value)) }

    private func give(_ answer: Answer) {
        let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .open: state = .given(answer)
            case .waiting(let continuation):
                state = .taken
                return continuation
            case .given, .taken: break
            }
            return nil
        }
        waiting?.resume(with: answer)
    }

    private func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let given: Answer? = state.withLock { state in
            if case .given(let answer) = state {
                state = .taken
                return answer
            }
            state = .waiting(continuation)
            return nil
        }
        if let given { continuation.resume(with: given) }
    }
}
