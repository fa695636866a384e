package import Domain
import Messaging
package import NIOCore
import Synchronization

/// Typing of clients that say it by requests. No connection ends it, so it ends by itself.
package final class RequestTyping: Sendable {
    private struct Place: Hashable {
        let chat: ChatID
        let session: SessionID
    }

    private let timers = Mutex<[Place: Scheduled<Void>]>([:])
    private let typing: TypingTracker
    private let hub: Hub

    package init(_ live: LiveServices) {
        typing = live.typing
        hub = live.hub
    }

    /// Publishes that `user` is typing, until `stop` or for `time`.
    package func start(in chat: ChatID, by user: User, session: SessionID, for time: TimeAmount) {
        let place = Place(chat: chat, session: session)
        let timer = hub.nextEventLoop?.scheduleTask(in: time) { self.stop(in: chat, by: user, session: session) }
        timers.withLock { timers in
            timers[place]?.cancel()
            timers[place] = timer
        }
        typing.start(
            in: chat,
            by: user,
            on: connection(session),
            expiresInMs: Int(time.nanoseconds / 1_000_000)
        ) { _ in self.end(place) }
    }

    package func stop(in chat: ChatID, by user: User, session: SessionID) {
        guard end(Place(chat: chat, session: session)) else { return }
        typing.stop(in: chat, by: user, on: connection(session))
    }

    @discardableResult
    private func end(_ place: Place) -> Bool {
        let timer = timers.withLock { $0.removeValue(forKey: place) }
        timer?.cancel()
        return timer != nil
    }

    /// Stands for the session among a user's connections. It belongs to no event loop, so it can't be anybody's.
    private func connection(_ session: SessionID) -> ConnectionID {
        ConnectionID(value: session.low, loop: ObjectIdentifier(self))
    }
}
