public import Domain
public import Messaging
import NIOCore
import SpotterAPI
import Storage
import Synchronization

/// Publishes presence to permitted watchers; only the latest state is sent.
///
/// Changes are collected for a short interval. A batch costs one transaction of the writer, usually without a query,
/// and is sent to connected users only. A rush of reconnections therefore costs no more than its changes.
public final class PresenceRegistry: Sendable {
    struct State: Sendable {
        var presence: PresenceState
        /// Connections that haven't received the presence of others yet.
        var arrivals: [(user: UserID, connection: ConnectionID)] = []
        /// Users whose visible companions may have changed.
        var unsettled: Set<UserID> = []
        var isPublishing = false
        var wakesAt: Int64?
        var sweepIsSet = false
        var isClosed = false
        /// Times that may not be stored yet.
        var lastSeenUpdates: [UserID: Timestamp] = [:]
        /// What other nodes were told of users who are connected here.
        var told: [UserID: NodeMessage.Presence] = [:]
        /// What other nodes are to be told, in order, by whoever tells them at the moment.
        var untold: [NodeMessage.Presence] = []
        var isTelling = false
        var sweeps = 0
    }

    let state: Mutex<State>
    let settings: PresenceSettings
    let audience: PresenceAudience
    let clock: any WallClock
    let database: any Database
    private let states: ChatStateCache
    let hub: Hub
    private let eventLoop: (any EventLoop)?
    /// Tells other nodes of users who are connected here; `nil` on the only node.
    let tell: (@Sendable ([NodeMessage.Presence]) -> Void)?

    /// - Parameters:
    ///   - eventLoop: runs the timers; with `nil`, nothing is published.
    ///   - tell: tells other nodes; `nil` on the only node.
    init(
        database: any Database,
        clock: any WallClock,
        states: ChatStateCache,
        hub: Hub,
        eventLoop: (any EventLoop)?,
        settings: PresenceSettings = PresenceSettings(),
        tell: (@Sendable ([NodeMessage.Presence]) -> Void)? = nil
    ) {
        self.tell = tell
        self.database = database
        self.clock = clock
        self.states = states
        self.hub = hub
        self.eventLoop = eventLoop
        self.settings = settings
        state = Mutex(State(presence: PresenceState(settings)))
        audience = PresenceAudience(states: states, maxChatSize: settings.maxChatSize)
    }

    // MARK: Inputs

    /// `connection` receives the presence of others from now on.
    public func connected(_ user: UserID, _ connection: ConnectionID) {
        change { state, now, seen in
            state.presence.connected(user, connection, at: now, seen: seen)
            state.arrivals.append((user, connection))
        }
        tellOthers(of: user)
    }

    /// Records the status that the device reports and the chat that it shows, if any.
    public func set(
        _ status: PresenceStatus,
        viewing view: ChatID? = nil,
        _ user: UserID,
        _ connection: ConnectionID
    ) {
        change { state, now, _ in state.presence.set(status, viewing: view, user, connection, at: now) }
        tellOthers(of: user)
    }

    /// The device's user was active. Called at intervals, not for each action.
    public func active(_ user: UserID, _ connection: ConnectionID) {
        change { state, now, seen in state.presence.active(user, connection, at: now, seen: seen) }
        tellOthers(of: user)
    }

    /// - Parameter saidGoodbye: whether the client closed the connection properly or was logged out.
    public func disconnected(_ user: UserID, _ connection: ConnectionID, saidGoodbye: Bool) {
        change { state, now, seen in
            state.presence.disconnected(user, connection, saidGoodbye: saidGoodbye, at: now, seen: seen)
        }
        tellOthers(of: user, left: saidGoodbye)
    }

    /// Members, blocks, or whether these users share their presence may have changed. Called after the commit.
    func visibilityDidChange(of users: [UserID]) {
        states.expireVisibility()
        change { state, _, _ in
            // Only connected users see others and are seen.
            state.unsettled.formUnion(users.filter(state.presence.isConnected))
        }
    }

    func change(_ body: (inout State, Int64, Timestamp) -> Void) {
        let (now, seen) = (monotonic, clock.now())
        state.withLock { state in
            body(&state, now, seen)
            schedule(&state, now)
        }
    }

    var monotonic: Int64 { Int64((eventLoop?.now ?? .now()).uptimeNanoseconds) }

    // MARK: Timers

    private func schedule(_ state: inout State, _ now: Int64) {
        guard !state.isClosed, let eventLoop else { return }
        // In a rush of changes the timer is already set, so each change costs only this check.
        if !state.sweepIsSet, !state.presence.isEmpty {
            state.sweepIsSet = true
            eventLoop.scheduleTask(in: .nanoseconds(settings.sweepInterval)) { self.sweep() }
        }
        guard !state.isPublishing else { return }
        let isUrgent = !state.arrivals.isEmpty || !state.unsettled.isEmpty
        guard let due = isUrgent ? now : state.presence.nextDue else { return }
        let moment = max(due, now + settings.batchInterval)
        if let wakesAt = state.wakesAt, wakesAt <= moment { return }
        state.wakesAt = moment
        eventLoop.scheduleTask(in: .nanoseconds(moment - now)) { self.publishChanges() }
    }

    private func sweep() {
        let now = monotonic
        state.withLock { state in
            state.sweepIsSet = false
            expireNodes(&state, at: now)
            state.presence.sweep(at: now)
            schedule(&state, now)
        }
        tellOthers()
        writeLastSeen()
    }

    // MARK: Publishing

    private struct Batch: Sendable {
        var changes: [PresenceState.Change]
        var arrivals: [(user: UserID, connection: ConnectionID)]
        var unsettled: [UserID]

        var users: [UserID] {
            Array(Set(changes.map(\.presence.userId) + arrivals.map(\.user) + unsettled))
        }
    }

    private func publishChanges() {
        let now = monotonic
        let batch: Batch? = state.withLock { state in
            state.wakesAt = nil
            guard !state.isPublishing, !state.isClosed else { return nil }
            let limit = settings.maxBatch
            let batch = Batch(
                changes: state.presence.changes(at: now, limit: limit),
                arrivals: Array(state.arrivals.prefix(limit)),
                unsettled: Array(state.unsettled.prefix(limit))
            )
            state.arrivals.removeFirst(batch.arrivals.count)
            state.unsettled.subtract(batch.unsettled)
            guard !batch.users.isEmpty else {
                schedule(&state, now)
                return nil
            }
            state.isPublishing = true
            return batch
        }
        guard let batch else { return }
        let users = batch.users
        database.enqueue { [audience] connection in
            try audience.renew(users, on: connection)
        } completion: { result in
            // If presence can't be read, this batch isn't published. Nothing depends on it.
            if case .success(let difference) = result { self.publish(batch, difference) }
            let now = self.monotonic
            self.state.withLock { state in
                state.isPublishing = false
                self.schedule(&state, now)
            }
        }
    }

    /// Called in the order of commits, so that nobody receives presence after the change that revoked their access.
    private func publish(_ batch: Batch, _ difference: PresenceAudience.Difference) {
        state.withLock { publish(batch, difference, $0.presence) }
    }

    private func publish(
        _ batch: Batch,
        _ difference: PresenceAudience.Difference,
        _ presence: borrowing PresenceState
    ) {
        var published = Set<UserID>()
        for change in batch.changes {
            let user = change.presence.userId
            published.insert(user)
            let watchers = audience.companions(of: user).filter(presence.isConnected)
            guard !watchers.isEmpty else { continue }
            hub.enqueue(hub.encode(ephemeral: ServerFrames.presence(change.presence)), to: Array(watchers))
        }
        func show(_ user: UserID, to watcher: UserID, asOffline: Bool = false) {
            guard presence.isConnected(watcher), let current = presence.presence(of: user), current.status != .offline
            else { return }
            let shown = asOffline ? Presence(userId: user, status: .offline, lastSeen: nil) : current
            hub.enqueue(hub.encode(ephemeral: ServerFrames.presence(shown)), to: [watcher])
        }
        for (one, other) in difference.lost {
            show(one, to: other, asOffline: true)
            show(other, to: one, asOffline: true)
        }
        for (one, other) in difference.gained {
            show(one, to: other)
            show(other, to: one)
        }
        for arrival in batch.arrivals {
            for companion in audience.companions(of: arrival.user) where !published.contains(companion) {
                guard let current = presence.presence(of: companion), current.status != .offline else { continue }
                hub.enqueue(hub.encode(ephemeral: ServerFrames.presence(current)), to: arrival.connection)
            }
        }
    }

    /// Open connections of this process.
    public var connectionCount: Int { state.withLock { $0.presence.connectionCount(where: hub.owns) } }

    /// Stores when users were last seen and stops publishing.
    public func close() async {
        state.withLock { $0.isClosed = true }
        await withCheckedContinuation { continuation in
            writeLastSeen { continuation.resume() }
        }
    }
}
