import NIOCore
import Synchronization

/// The WebSockets of a server that are open, so that it ends only after the last close frame is out.
///
/// One task waits for all of them: a task for each would take more memory than the rest of an idle connection.
final class OpenSockets: Sendable {
    private struct State: Sendable {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Counts a connection until it's closed.
    /// - Returns: whether the caller should `wait()`, being the first.
    func enter(_ channel: any Channel) -> Bool {
        let isFirst = state.withLock { state in
            state.count += 1
            return state.count == 1
        }
        channel.closeFuture.whenComplete { _ in self.leave() }
        return isFirst
    }

    /// Returns when none is open.
    func wait() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.count > 0 { state.waiting.append(continuation) }
                return state.count == 0
            }
            if isOver { continuation.resume() }
        }
    }

    private func leave() {
        let ended = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.count -= 1
            guard state.count == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in ended { continuation.resume() }
    }
}
