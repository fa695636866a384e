public import Accounts
public import Domain
public import Messaging
public import NIOCore
import Synchronization

/// Registers users' connections and delivers frames to them.
///
/// There is one shard per event loop, so a fan-out costs one hop per loop, however many recipients it has. The frames
/// of one writer group are enqueued first and sent together by `flush`.
public final class Hub: Sendable {
    /// Any of the event loops, for timers.
    let anyEventLoop: (any EventLoop)?
    var now: NIODeadline { anyEventLoop?.now ?? .now() }
    /// One of the event loops.
    var nextEventLoop: (any EventLoop)? { shards.values.randomElement()?.eventLoop }
    private let shards: [ObjectIdentifier: HubShard]
    private struct State: Sendable {
        var nextConnection: UInt64 = 0
        var queue: [AddressedFrame] = []
        /// The number of groups that the writer has begun, and `sent`, the number of those whose changes were sent.
        /// While they differ, readers may see changes that no connection has received yet.
        var begun = 0
        var sent = 0
        var waiting: [(group: Int, action: @Sendable () -> Void)] = []
        var isClosed = false
        /// Passes frames on to the connections of other nodes; `nil` on the only node.
        var link: NodeLink?
    }

    private let state = Mutex(State())
    private let frame: @Sendable ([UInt8]) -> ByteBuffer

    /// - Parameters:
    ///   - eventLoops: the event loops that connections may belong to.
    ///   - frame: creates a complete transport frame from a JSON payload.
    public init(eventLoops: [any EventLoop], frame: @escaping @Sendable ([UInt8]) -> ByteBuffer) {
        self.frame = frame
        anyEventLoop = eventLoops.first
        shards = Dictionary(
            eventLoops.map { (ObjectIdentifier($0), HubShard(eventLoop: $0)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    // MARK: Connections

    /// Adds a connection, on its event loop. It receives its user's frames from now on.
    /// - Returns: `nil` if the event loop isn't one of this Hub's.
    public func attach(
        _ connection: any LiveConnection,
        user: UserID,
        session: SessionID,
        on eventLoop: any EventLoop
    ) -> ConnectionID? {
        let loop = ObjectIdentifier(eventLoop)
        guard let shard = shards[loop] else { return nil }
        let number = state.withLock { state in
            state.nextConnection += 1
            return state.nextConnection
        }
        let id = ConnectionID(value: number, loop: loop)
        shard.add(.init(id: id, userId: user, sessionId: session, connection: connection))
        return id
    }

    /// Removes a connection, on its event loop.
    public func detach(_ id: ConnectionID) { shards[id.loop]?.remove(id) }

    /// Whether a connection is one of this process.
    func owns(_ id: ConnectionID) -> Bool { shards[id.loop] != nil }

    /// Closes the connections of ended sessions, on the loops' next turn.
    public func revoke(_ revocation: Accounts.Revocation) {
        for shard in shards.values {
            shard.eventLoop.execute {
                shard.revoke { revocation.includes($0.sessionId, of: $0.userId) }
            }
        }
    }

    /// Frames that were handed to connections since the start.
    public var deliveries: Int { shards.values.reduce(0) { $0 + $1.deliveries.load(ordering: .relaxed) } }

    // MARK: Encoding

    public func encode(
        _ payload: [UInt8],
        at position: ChangePosition? = nil,
        admitting admission: Admission = .nobody,
        isOfEndedMembership: Bool = false,
        scope: KeyScope? = nil
    ) -> OutboundFrame {
        OutboundFrame(
            bytes: frame(payload),
            position: position,
            admission: admission,
            isOfEndedMembership: isOfEndedMembership,
            scope: scope
        )
    }

    public func encode(ephemeral payload: [UInt8]) -> OutboundFrame {
        OutboundFrame(bytes: frame(payload), isEphemeral: true)
    }

    // MARK: Sending with the writer's group

    /// Queues a frame until `flush()`.
    public func enqueue(_ frame: OutboundFrame, to users: [UserID], except: ConnectionID? = nil) {
        enqueue(AddressedFrame(frame: frame, address: .users(users, except: except)))
    }

    /// Queues a frame that tells of somebody typing, until `flush()`, and passes it on to the other nodes.
    func enqueueEverywhere(_ frame: OutboundFrame, _ typing: NodeMessage.Typing, to users: [UserID]) {
        link?.note(frame, typing: typing, to: users)
        enqueue(frame, to: users)
    }

    /// Queues a frame until `flush()`.
    public func enqueue(_ frame: OutboundFrame, to connection: ConnectionID) {
        enqueue(AddressedFrame(frame: frame, address: .connection(connection)))
    }

    /// Queues the answer to a connection's request until `flush()`.
    public func enqueue(answer: OutboundFrame, to connection: ConnectionID) {
        enqueue(AddressedFrame(frame: answer, address: .requester(connection)))
    }

    private func enqueue(_ frame: AddressedFrame) { state.withLock { $0.queue.append(frame) } }

    /// The writer begins a group, which `flush()` ends.
    func groupWillBegin() { state.withLock { $0.begun += 1 } }

    /// Sends the queued frames with one hop per event loop.
    public func flush() {
        let (frames, isFollowed) = state.withLock { state in
            defer { state.queue = [] }
            return (state.queue, state.begun > state.sent + 1)
        }
        send(frames, isFollowed: isFollowed)
        groupsWereSent(1)
    }

    /// The queued frames, for whoever sends them in the place of `flush()`.
    func takeQueue() -> [AddressedFrame] {
        state.withLock { state in
            defer { state.queue = [] }
            return state.queue
        }
    }

    /// Sends frames that were taken, the last of so many groups.
    func pass(_ frames: [AddressedFrame], ending groups: Int) {
        let isFollowed = state.withLock { $0.begun > $0.sent + groups }
        send(frames, isFollowed: isFollowed)
        if groups > 0 { groupsWereSent(groups) }
    }

    /// Counted after sending, so that a `whenDelivered` call in between still waits.
    private func groupsWereSent(_ count: Int) {
        let due = state.withLock { state in
            state.sent = min(state.sent + count, state.begun)
            let sent = state.sent
            let due = state.waiting.filter { $0.group <= sent }
            state.waiting.removeAll { $0.group <= sent }
            return due
        }
        for waiter in due { waiter.action() }
    }

    /// Runs `action` on the event loop after everything that a reader could have seen before this call was delivered to
    /// the loop's connections. Later deliveries are therefore newer than earlier reads.
    public func whenDelivered(on eventLoop: any EventLoop, _ action: @escaping @Sendable () -> Void) {
        let isWaiting = state.withLock { state in
            guard state.sent < state.begun else { return false }
            state.waiting.append((state.begun, { eventLoop.execute(action) }))
            return true
        }
        if !isWaiting { eventLoop.execute(action) }
    }

    // MARK: Sending immediately

    /// Sends immediately, also to the connections of other nodes; for frames that carry no stored change.
    public func publish(_ frame: OutboundFrame, to users: [UserID], except: ConnectionID? = nil) {
        link?.forward(frame, to: users)
        send([AddressedFrame(frame: frame, address: .users(users, except: except))])
    }

    /// Sends immediately; for frames that carry no stored change.
    public func publish(_ frame: OutboundFrame, to connection: ConnectionID) {
        publish(AddressedFrame(frame: frame, address: .connection(connection)), on: connection.loop)
    }

    /// Sends the answer to a connection's request immediately.
    public func publish(answer: OutboundFrame, to connection: ConnectionID) {
        publish(AddressedFrame(frame: answer, address: .requester(connection)), on: connection.loop)
    }

    private func publish(_ frame: AddressedFrame, on loop: ObjectIdentifier) {
        guard let shard = shards[loop], !state.withLock({ $0.isClosed }) else { return }
        shard.send([frame])
    }

    private func send(_ frames: [AddressedFrame], isFollowed: Bool = false) {
        guard !frames.isEmpty, !state.withLock({ $0.isClosed }) else { return }
        for shard in shards.values { shard.send(frames, isFollowed: isFollowed) }
    }

    var link: NodeLink? { state.withLock { $0.link } }

    /// Call this once, before anything is sent.
    func setLink(_ link: NodeLink) { state.withLock { $0.link = link } }

    /// Connections of one event loop: how many there are, and those that were asked for, with their sessions.
    struct Following: Sendable {
        let all: Int
        let asked: [(user: UserID, session: SessionID)]
    }

    /// Whose connections are told of changes, by event loop.
    /// - Parameter isAsked: chooses users; nothing is copied of others.
    func following(where isAsked: @escaping @Sendable (UserID) -> Bool) -> EventLoopFuture<[Following]>? {
        guard let loop = anyEventLoop else { return nil }
        let answers = shards.values.map { shard in
            shard.eventLoop.submit {
                Following(all: shard.connectionCount, asked: shard.following(where: isAsked))
            }
        }
        return EventLoopFuture.whenAllSucceed(answers, on: loop)
    }

    /// Stops sending, because the event loops are about to shut down.
    public func close() {
        state.withLock { state in
            state.isClosed = true
            state.link = nil
        }
    }
}
