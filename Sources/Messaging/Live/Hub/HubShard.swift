import Domain
import Messaging
import NIOCore
import Synchronization

/// The connections of one event loop.
///
/// `@unchecked Sendable` because its state is used only on its own event loop, which every method asserts. The Hub only
/// passes the reference to that loop.
final class HubShard: @unchecked Sendable {
    final class Entry {
        let id: ConnectionID
        let userId: UserID
        let sessionId: SessionID
        let connection: any LiveConnection
        /// Whether the connection has received frames that aren't flushed yet.
        var isTouched = false

        init(id: ConnectionID, userId: UserID, sessionId: SessionID, connection: any LiveConnection) {
            self.id = id
            self.userId = userId
            self.sessionId = sessionId
            self.connection = connection
        }
    }

    let eventLoop: any EventLoop
    private let loop: ObjectIdentifier
    /// Frames that were handed to connections; written once a turn, read by anybody.
    let deliveries = Atomic<Int>(0)
    private var delivered = 0
    private var byUser: [UserID: [Entry]] = [:]
    private var byConnection: [ConnectionID: Entry] = [:]
    private var touched: [Entry] = []
    /// When the first of `touched` received a frame.
    private var touchedSince: NIODeadline
    /// Ends the wait for more frames.
    private var heldFlush: Scheduled<Void>?
    /// Deliveries that are on their way to this loop.
    private let arriving = Atomic<Int>(0)

    /// The longest that a frame waits for others of its connection.
    private static let maxHold = TimeAmount.milliseconds(1)
    /// Writing to so many sockets takes about as long as frames are held.
    private static let minHeldConnections = 128

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        loop = ObjectIdentifier(eventLoop)
        touchedSince = eventLoop.now
    }

    func add(_ entry: Entry) {
        eventLoop.assertInEventLoop()
        byUser[entry.userId, default: []].append(entry)
        byConnection[entry.id] = entry
    }

    func remove(_ id: ConnectionID) {
        eventLoop.assertInEventLoop()
        guard let entry = byConnection.removeValue(forKey: id) else { return }
        byUser[entry.userId]?.removeAll { $0.id == id }
        if byUser[entry.userId]?.isEmpty == true { byUser[entry.userId] = nil }
    }

    /// Delivers frames on the loop's next turn, from any thread.
    /// - Parameter isFollowed: whether the writer is storing another group already.
    func send(_ frames: [AddressedFrame], isFollowed: Bool = false) {
        arriving.wrappingAdd(1, ordering: .relaxed)
        eventLoop.execute { [self] in
            let isLast = arriving.wrappingSubtract(1, ordering: .relaxed).newValue == 0
            deliver(frames)
            flush(isLast: isLast, isFollowed: isFollowed)
        }
    }

    /// Hands frames to the connections. `flush` sends them.
    private func deliver(_ frames: [AddressedFrame]) {
        eventLoop.assertInEventLoop()
        if touched.isEmpty { touchedSince = eventLoop.now }
        var resolved = ResolvedRecipients()
        for addressed in frames {
            switch addressed.address {
            case .users(let users, let except):
                resolved.forEach(of: users, in: byUser) { entry in
                    if entry.id != except { deliver(addressed.frame, to: entry) }
                }
            case .everybody: for entry in byConnection.values { deliver(addressed.frame, to: entry) }
            case .connection(let id):
                if let entry = entry(of: id) { deliver(addressed.frame, to: entry) }
            case .requester(let id):
                guard let entry = entry(of: id) else { continue }
                entry.connection.didAnswer()
                deliver(addressed.frame, to: entry)
            }
        }
        deliveries.store(delivered, ordering: .relaxed)
    }

    /// Flushes each connection that received frames, once, or waits at most a millisecond for more of them: those that have
    /// arrived already, and if many connections wait, those of the group that the writer is storing. Writing to a socket
    /// costs more than everything else, so a loop that falls behind catches up by writing several groups at once.
    private func flush(isLast: Bool, isFollowed: Bool) {
        guard !touched.isEmpty else { return }
        let held = eventLoop.now - touchedSince
        guard held < Self.maxHold, !isLast || isFollowed && touched.count >= Self.minHeldConnections else {
            return flush()
        }
        guard isLast, heldFlush == nil else { return }
        heldFlush = eventLoop.assumeIsolated().scheduleTask(in: Self.maxHold - held) { [weak self] in self?.flush() }
    }

    private func flush() {
        heldFlush?.cancel()
        heldFlush = nil
        // A connection may end during a write or flush, which removes its entry.
        let unflushed = touched
        touched.removeAll(keepingCapacity: true)
        for entry in unflushed {
            entry.isTouched = false
            entry.connection.flush()
        }
    }

    /// The connection, if it belongs to this loop.
    private func entry(of id: ConnectionID) -> Entry? { id.loop == loop ? byConnection[id] : nil }

    private func deliver(_ frame: OutboundFrame, to entry: Entry) {
        delivered &+= 1
        entry.connection.deliver(frame)
        guard !entry.isTouched else { return }
        entry.isTouched = true
        touched.append(entry)
    }

    func revoke(where isRevoked: (Entry) -> Bool) {
        eventLoop.assertInEventLoop()
        for entry in byConnection.values.filter(isRevoked) { entry.connection.revoke() }
    }

    var connectionCount: Int { byConnection.count }

    /// The users and sessions of connections that are told of changes.
    /// - Parameter isAsked: chooses users.
    func following(where isAsked: (UserID) -> Bool) -> [(user: UserID, session: SessionID)] {
        eventLoop.assertInEventLoop()
        return byConnection.values.compactMap { entry in
            isAsked(entry.userId) && entry.connection.isFollowing ? (entry.userId, entry.sessionId) : nil
        }
    }
}

/// Remembers which connections belong to a list of recipients. All messages of a chat have the same list, so a delivery of
/// many messages looks it up once.
private struct ResolvedRecipients {
    private static let capacity = 16
    private var known: [(users: UnsafePointer<UserID>, entries: [HubShard.Entry])] = []

    /// Calls `body` with each connection of the users, those that it ends by this included.
    /// - Parameter users: a list that lives as long as this value, because it's recognised by its address.
    mutating func forEach(
        of users: [UserID],
        in byUser: [UserID: [HubShard.Entry]],
        _ body: (HubShard.Entry) -> Void
    ) {
        // Of two members, looking up costs less than remembering.
        guard users.count > 2 else {
            for user in users { for entry in byUser[user] ?? [] { body(entry) } }
            return
        }
        for entry in entries(of: users, in: byUser) { body(entry) }
    }

    private mutating func entries(of users: [UserID], in byUser: [UserID: [HubShard.Entry]]) -> [HubShard.Entry] {
        users.withUnsafeBufferPointer { list in
            guard let address = list.baseAddress else { return [] }
            if let match = known.first(where: { $0.users == address }) { return match.entries }
            var entries: [HubShard.Entry] = []
            entries.reserveCapacity(min(list.count, byUser.count))
            for user in list { if let found = byUser[user] { entries += found } }
            if known.count == Self.capacity { known.removeFirst() }
            known.append((address, entries))
            return entries
        }
    }
}
