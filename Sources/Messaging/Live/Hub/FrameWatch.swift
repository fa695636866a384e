package import Domain
package import Messaging
package import NIOCore
import Synchronization

/// Tells a client that asks again and again, instead of holding a socket, when there is something to ask for.
///
/// It counts what is sent to the user and keeps none of it: the client reads the truth again, with the rights of then.
package final class FrameWatch: LiveConnection, Sendable {
    package enum Outcome: Sendable, Equatable {
        /// Something was sent since the count that was given.
        case news
        case timeout
        /// The session has ended.
        case revoked
        /// The server is stopping.
        case stopped
    }

    private struct State {
        var count = 0
        /// The count that is waited to be exceeded.
        var known = 0
        var isRevoked = false
        var isOver = false
        var isStopped = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let hub: Hub
    private let eventLoop: any EventLoop
    private let counts: @Sendable (OutboundFrame) -> Bool
    private let attached = Mutex<ConnectionID?>(nil)

    fileprivate init(hub: Hub, eventLoop: any EventLoop, counts: @escaping @Sendable (OutboundFrame) -> Bool) {
        self.hub = hub
        self.eventLoop = eventLoop
        self.counts = counts
    }

    fileprivate func attach(_ user: UserID, _ session: SessionID) async throws {
        try await eventLoop.submit { [self] in
            let id = hub.attach(self, user: user, session: session, on: eventLoop)
            attached.withLock { $0 = id }
        }.get()
    }

    /// The connection as presence knows it.
    package var connection: ConnectionID? { attached.withLock { $0 } }

    /// What was sent so far. Taken before reading, so that nothing that comes after the reading is missed.
    package var count: Int { state.withLock { $0.count } }

    package var isWaiting: Bool { state.withLock { $0.waiter != nil } }

    /// Waits until more than `count` was sent, the session ends, or the time is over. One at a time.
    package func wait(beyond count: Int, for timeout: TimeAmount) async -> Outcome {
        state.withLock { ($0.isOver, $0.known) = (false, count) }
        let timer = eventLoop.scheduleTask(in: timeout) {
            self.state.withLock { $0.isOver = true }
            self.wake()
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDue = state.withLock { state in
                    guard !state.isRevoked, !state.isStopped, !state.isOver, state.count <= count, !Task.isCancelled
                    else { return true }
                    state.waiter = continuation
                    return false
                }
                if isDue { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
        timer.cancel()
        return state.withLock { state in
            if state.isRevoked { return .revoked }
            if state.isStopped { return .stopped }
            return state.count > count ? .news : .timeout
        }
    }

    /// Ends all waiting, because the server is stopping.
    package func stop() {
        state.withLock { $0.isStopped = true }
        wake()
    }

    /// Ends the watch. It must be called once.
    package func end() {
        eventLoop.execute { [self] in
            if let id = connection { hub.detach(id) }
        }
    }

    private func wake() {
        state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }?.resume()
    }

    // MARK: LiveConnection

    package func deliver(_ frame: OutboundFrame) {
        if counts(frame) { state.withLock { $0.count += 1 } }
    }
    package func didAnswer() {}

    package func revoke() {
        state.withLock { $0.isRevoked = true }
        wake()
    }

    package func flush() {
        // What isn't counted wakes nobody.
        if state.withLock({ $0.count > $0.known }) { wake() }
    }
}

extension Hub {
    /// Watches what is sent to a user, until `end()`.
    /// - Parameter counts: whether a frame is news.
    package func watch(
        _ user: UserID,
        session: SessionID,
        for counts: @escaping @Sendable (OutboundFrame) -> Bool = { _ in true }
    ) async throws -> FrameWatch {
        guard let loop = nextEventLoop else { throw SpotterError(.shuttingDown, "The server is stopping.") }
        let watch = FrameWatch(hub: self, eventLoop: loop, counts: counts)
        try await watch.attach(user, session)
        await link?.follow(user)
        return watch
    }
}
