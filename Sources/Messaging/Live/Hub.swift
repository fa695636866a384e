public import Domain
public import NIOCore
import SpotterAPI
import Synchronization

/// Knows which connections belong to whom, and moves bytes to them.
///
/// One shard per event loop: a fan-out is one hop to each loop, however many recipients it has. What commits in one
/// group is gathered first and handed over together.
public final class Hub: Sendable {
    /// One of them, for timers.
    let anyEventLoop: (any EventLoop)?
    private let shards: [ObjectIdentifier: HubShard]
    private struct State: Sendable {
        var nextConnection: UInt64 = 0
        var gathered: [Parcel] = []
        /// Groups that the writer has begun, and those whose changes were sent: between the two, readers may see what
        /// nobody was told yet.
        var begun = 0
        var sent = 0
        var waiting: [(group: Int, action: @Sendable () -> Void)] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let frame: @Sendable ([UInt8]) -> ByteBuffer

    /// - Parameters:
    ///   - eventLoops: those that connections may belong to.
    ///   - frame: makes a complete transport frame from a JSON payload.
    public init(eventLoops: [any EventLoop], frame: @escaping @Sendable ([UInt8]) -> ByteBuffer) {
        self.frame = frame
        anyEventLoop = eventLoops.first
        shards = Dictionary(
            eventLoops.map { (ObjectIdentifier($0), HubShard(eventLoop: $0)) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    // MARK: Connections

    /// Adds a connection; on its event loop. From now on it receives what its user may.
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

    /// Removes a connection; on its event loop.
    public func detach(_ id: ConnectionID) { shards[id.loop]?.remove(id) }

    /// Closes what has lost its rights; takes effect in the loops' next turn.
    public func revoke(_ revocation: Accounts.Revocation) {
        for shard in shards.values {
            shard.eventLoop.execute {
                shard.revoke { revocation.reaches($0.sessionId, of: $0.userId) }
            }
        }
    }

    // MARK: Bytes

    public func encode(_ payload: [UInt8], position: Delivery.Position? = nil) -> Delivery {
        Delivery(frame: frame(payload), position: position)
    }

    public func encode(ephemeral payload: [UInt8]) -> Delivery {
        Delivery(frame: frame(payload), position: nil, isEphemeral: true, admits: .nobody)
    }

    /// A durable change, encoded with where it stands and whom it brings into its chat.
    func encode(_ event: ChatEvent, admits: Delivery.Admission) -> Delivery {
        Delivery(
            frame: frame(ServerFrames.event(event)),
            position: .init(chatId: event.chatId, seq: event.seq),
            admits: admits
        )
    }

    /// Keeps a delivery until `flush()`; for the writer, whose groups end together.
    public func gather(_ delivery: Delivery, to users: [UserID], except: ConnectionID? = nil) {
        state.withLock { $0.gathered.append(Parcel(delivery: delivery, address: .users(users, except: except))) }
    }

    public func gather(_ delivery: Delivery, to connection: ConnectionID) {
        state.withLock { $0.gathered.append(Parcel(delivery: delivery, address: .connection(connection))) }
    }

    /// Keeps the answer to a request of a connection.
    public func gather(answer: Delivery, to connection: ConnectionID) {
        state.withLock { $0.gathered.append(Parcel(delivery: answer, address: .asker(connection))) }
    }

    /// The writer begins a group, which ends with `flush()`.
    func groupBegins() { state.withLock { $0.begun += 1 } }

    /// Sends what was gathered: one hop per event loop.
    public func flush() {
        let parcels = state.withLock { state in
            defer { state.gathered = [] }
            return state.gathered
        }
        send(parcels)
        // Not before: whoever asks in between still waits.
        let due = state.withLock { state in
            state.sent = min(state.sent + 1, state.begun)
            let sent = state.sent
            let due = state.waiting.filter { $0.group <= sent }
            state.waiting.removeAll { $0.group <= sent }
            return due
        }
        for waiter in due { waiter.action() }
    }

    /// Runs `action` on the event loop once everything that a reader could have seen before this call was delivered to
    /// its connections: what is delivered after it is newer than what was read before it.
    public func whenDelivered(on eventLoop: any EventLoop, _ action: @escaping @Sendable () -> Void) {
        let isWaiting = state.withLock { state in
            guard state.sent < state.begun else { return false }
            state.waiting.append((state.begun, { eventLoop.execute(action) }))
            return true
        }
        if !isWaiting { eventLoop.execute(action) }
    }

    /// Sends at once; for what isn't written to disk.
    public func publish(_ delivery: Delivery, to users: [UserID], except: ConnectionID? = nil) {
        send([Parcel(delivery: delivery, address: .users(users, except: except))])
    }

    public func publish(_ delivery: Delivery, to connection: ConnectionID) {
        publish(Parcel(delivery: delivery, address: .connection(connection)), on: connection.loop)
    }

    /// Sends the answer to a request of a connection at once.
    public func publish(answer: Delivery, to connection: ConnectionID) {
        publish(Parcel(delivery: answer, address: .asker(connection)), on: connection.loop)
    }

    private func publish(_ parcel: Parcel, on loop: ObjectIdentifier) {
        guard let shard = shards[loop], !state.withLock({ $0.isClosed }) else { return }
        shard.eventLoop.execute { shard.deliver([parcel]) }
    }

    /// From now on nothing is sent: the event loops are about to go.
    public func close() { state.withLock { $0.isClosed = true } }

    private func send(_ parcels: [Parcel]) {
        guard !parcels.isEmpty, !state.withLock({ $0.isClosed }) else { return }
        for shard in shards.values { shard.eventLoop.execute { shard.deliver(parcels) } }
    }
}
