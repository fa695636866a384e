import Domain
import SpotterClient

/// What happens by itself as time passes. Nothing wakes the process while nothing is due.
extension AppModel {
    private static let lagInterval: Int64 = 15

    /// When the next tick is due: at the latest when the minute on the clock changes.
    func nextTick(after now: Timestamp) -> Timestamp {
        var due = [nextMinute(after: now)]
        due += [notice?.until, typing.nextEnd, nextLag, Countdown.nextChange(until: connection.retryAt, after: now)]
            .compactMap { $0 }
        let isUnsaved = open == nil ? composer.hasUnsavedCommand : composer.isUnsaved
        if let save = composer.throttle.next(hasChanged: isUnsaved, after: now) { due.append(save) }
        if isInboxWanted { due.append(now.adding(seconds: 1)) }
        return max(due.min() ?? now, now.adding(milliseconds: 1))
    }

    mutating func tick() -> [AppEffect] {
        let now = clock.now()
        typing.expire(now: now)
        if let notice, notice.until <= now { self.notice = nil }
        var effects = saveTyped()
        if isInboxWanted {
            list.inboxAsked(at: now)
            effects.append(.loadInbox)
        }
        if let nextLag, nextLag <= now {
            connection.lagAskedAt = now
            effects.append(.measureLag)
        }
        return effects
    }

    private var isInboxWanted: Bool { list.isInboxDue && connection.state.isOnline && me.role == .trainer }

    /// Nobody looks at how fast the server answers while the window is in the background.
    private var nextLag: Timestamp? {
        guard connection.state.isOnline, hasFocus else { return nil }
        return connection.lagAskedAt.map { $0.adding(seconds: Self.lagInterval) }
    }

    private func nextMinute(after now: Timestamp) -> Timestamp {
        let passed = (now.milliseconds % 60_000 + 60_000) % 60_000
        return now.adding(milliseconds: 60_000 - passed)
    }
}
