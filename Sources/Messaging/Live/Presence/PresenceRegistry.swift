public import Domain
public import NIOCore
import SpotterAPI
public import Storage
import Synchronization

/// Tells who is there to those who may know, latest only.
///
/// Changes are gathered for a moment, and a batch of them costs one job of the writer, mostly without a query; only
/// people who are connected are told. A rush of reconnections therefore costs what its changes cost.
public final class PresenceRegistry: Sendable {
    struct State: Sendable {
        var board: PresenceBoard
        /// Connections that are still to be told who is there.
        var arrivals: [(user: UserID, connection: ConnectionID)] = []
        /// People whose companions may have become others.
        var unsettled: Set<UserID> = []
        var isWorking = false
        var wakesAt: Int64?
        var sweepIsSet = false
        var isClosed = false
        /// What is on its way to the database.
        var sightings: [UserID: Timestamp] = [:]
    }

    let state: Mutex<State>
    let settings: PresenceSettings
    let audience: PresenceAudience
    let clock: any WallClock
    let database: any Database
    private let hub: Hub
    private let eventLoop: (any EventLoop)?

    /// - Parameter eventLoop: whose timers are used; without one nothing is told.
    public init(
        database: any Database,
        clock: any WallClock,
        hub: Hub,
        eventLoop: (any EventLoop)?,
        settings: PresenceSettings = PresenceSettings()
    ) {
        self.database = database
        self.clock = clock
        self.hub = hub
        self.eventLoop = eventLoop
        self.settings = settings
        state = Mutex(State(board: PresenceBoard(settings)))
        audience = PresenceAudience(largestChat: settings.largestChat)
    }

    // MARK: What happens

    /// From now on `connection` is told who is there.
    public func connected(_ user: UserID, _ connection: ConnectionID) {
        change { state, now, seen in
            state.board.connected(user, connection, at: now, seen: seen)
            state.arrivals.append((user, connection))
        }
    }

    /// What the device says of itself, and which chat it shows, if any.
    public func set(
        _ status: PresenceStatus,
        viewing view: ChatID? = nil,
        _ user: UserID,
        _ connection: ConnectionID
    ) {
        change { state, now, _ in state.board.set(status, viewing: view, user, connection, at: now) }
    }

    /// The device's user did something. Called now and then, not each time.
    public func active(_ user: UserID, _ connection: ConnectionID) {
        change { state, now, seen in state.board.active(user, connection, at: now, seen: seen) }
    }

    /// - Parameter saidGoodbye: the client closed in order, or was logged out.
    public func disconnected(_ user: UserID, _ connection: ConnectionID, saidGoodbye: Bool) {
        change { state, now, seen in
            state.board.disconnected(user, connection, saidGoodbye: saidGoodbye, at: now, seen: seen)
        }
    }

    /// Who these people see may have changed: members, blocks, or whether they share their presence. After the commit.
    public func relationsChanged(of users: [UserID]) {
        audience.expire()
        change { state, _, _ in
            // Nobody is told of people who aren't connected, nor are they told.
            state.unsettled.formUnion(users.filter(state.board.isConnected))
        }
    }

    private func change(_ body: (inout State, Int64, Timestamp) -> Void) {
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
        // In a rush the timer is set already: that's all it costs.
        if !state.sweepIsSet, !state.board.isEmpty {
            state.sweepIsSet = true
            eventLoop.scheduleTask(in: .nanoseconds(settings.sweep)) { self.sweep() }
        }
        guard !state.isWorking else { return }
        let isUrgent = !state.arrivals.isEmpty || !state.unsettled.isEmpty
        guard let due = isUrgent ? now : state.board.nextDue else { return }
        let moment = max(due, now + settings.gathering)
        if let wakesAt = state.wakesAt, wakesAt <= moment { return }
        state.wakesAt = moment
        eventLoop.scheduleTask(in: .nanoseconds(moment - now)) { self.tell() }
    }

    private func sweep() {
        let now = monotonic
        state.withLock { state in
            state.sweepIsSet = false
            state.board.sweep(at: now)
            schedule(&state, now)
        }
        noteSightings()
    }

    // MARK: Telling

    private struct Batch: Sendable {
        var changes: [PresenceBoard.Change]
        var arrivals: [(user: UserID, connection: ConnectionID)]
        var unsettled: [UserID]

        var users: [UserID] {
            Array(Set(changes.map(\.presence.userId) + arrivals.map(\.user) + unsettled))
        }
    }

    private func tell() {
        let now = monotonic
        let batch: Batch? = state.withLock { state in
            state.wakesAt = nil
            guard !state.isWorking, !state.isClosed else { return nil }
            let limit = settings.largestBatch
            let batch = Batch(
                changes: state.board.changes(at: now, limit: limit),
                arrivals: Array(state.arrivals.prefix(limit)),
                unsettled: Array(state.unsettled.prefix(limit))
            )
            state.arrivals.removeFirst(batch.arrivals.count)
            state.unsettled.subtract(batch.unsettled)
            guard !batch.users.isEmpty else {
                schedule(&state, now)
                return nil
            }
            state.isWorking = true
            return batch
        }
        guard let batch else { return }
        let users = batch.users
        database.enqueue { [audience] connection in
            try audience.renew(users, on: connection)
        } completion: { result in
            // Nobody waits for presence: where it can't be read, it's simply not told this time.
            if case .success(let difference) = result { self.hand(batch, difference) }
            let now = self.monotonic
            self.state.withLock { state in
                state.isWorking = false
                self.schedule(&state, now)
            }
        }
    }

    /// In the order of commits: nobody hears anything after the change that took their right to it.
    private func hand(_ batch: Batch, _ difference: PresenceAudience.Difference) {
        state.withLock { hand(batch, difference, $0.board) }
    }

    private func hand(_ batch: Batch, _ difference: PresenceAudience.Difference, _ board: borrowing PresenceBoard) {
        var told = Set<UserID>()
        for change in batch.changes {
            let user = change.presence.userId
            told.insert(user)
            let watchers = audience.companions(of: user).filter(board.isConnected)
            guard !watchers.isEmpty else { continue }
            hub.gather(hub.encode(ephemeral: ServerFrames.presence(change.presence)), to: Array(watchers))
        }
        func show(_ user: UserID, to watcher: UserID, asOffline: Bool = false) {
            guard board.isConnected(watcher), let presence = board.presence(of: user), presence.status != .offline
            else { return }
            let shown = asOffline ? Presence(userId: user, status: .offline, lastSeen: nil) : presence
            hub.gather(hub.encode(ephemeral: ServerFrames.presence(shown)), to: [watcher])
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
            for companion in audience.companions(of: arrival.user) where !told.contains(companion) {
                guard let presence = board.presence(of: companion), presence.status != .offline else { continue }
                hub.gather(hub.encode(ephemeral: ServerFrames.presence(presence)), to: arrival.connection)
            }
        }
    }

    /// Open connections of this process.
    public var connectionCount: Int { state.withLock { $0.board.connectionCount } }

    /// Writes down what isn't yet, and tells nothing more.
    public func close() async {
        state.withLock { $0.isClosed = true }
        await withCheckedContinuation { continuation in
            noteSightings { continuation.resume() }
        }
    }
}
