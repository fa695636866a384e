public import Domain
public import SpotterAPI

/// A connection that comes back by itself and misses nothing.
///
/// It remembers the latest `seq` per chat, asks for what came after it, sends unacked messages again under the same
/// `clientMessageId`, and gives each durable event once and in order. The work is done by `run()`:
///
///     let live = ReconnectingSocket(HTTPSocketConnector(api, deviceId: "laptop"))
///     async let running: Void = live.run()
///     for await event in live.events { … }
public actor ReconnectingSocket {
    /// For one consumer.
    public nonisolated let events: AsyncStream<LiveEvent>
    private let continuation: AsyncStream<LiveEvent>.Continuation

    private let connector: any SocketConnector
    private let clock: any Clock<Duration>
    private let random: @Sendable () -> Double

    private var link: (any SocketLink)?
    /// The wait before the next attempt.
    private var pause: Task<Void?, Never>?
    private var positions: Positions
    /// Positions were given, or a welcome has brought them.
    private var hasPositions: Bool
    private var me: UserID?
    private var divergence = DivergenceWatch()
    private var waiting = Unacked()
    private var cursors = Cursors()
    private var backoff = Backoff()
    private var isFinished = false
    /// Where a hole made us reconnect: the same one again means that the server can't fill it.
    private var reportedHoles: [ChatID: Int64] = [:]
    /// Holes that a `pong` found; one that the next finds as well isn't a matter of order.
    private var suspectedHoles: Set<ChatID> = []

    /// - Parameters:
    ///   - positions: the latest `seq` that the user has seen per chat, of all chats; without them, all start now.
    ///   - random: uniform in 0..<1, for the jitter.
    public init(
        _ connector: any SocketConnector,
        positions: [ChatID: Int64]? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.connector = connector
        self.positions = Positions(positions ?? [:])
        hasPositions = positions != nil
        self.clock = clock
        self.random = random
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Keeps a connection until its task is cancelled or the session has ended; then `events` ends. To be called once.
    public func run() async {
        while !Task.isCancelled, !isFinished {
            let wait: Duration
            let reason: String
            do {
                reason = try await connectAndFollow()
                wait = backoff.next(random: random())
            } catch let error as ClientError where !error.isTransient {
                continuation.yield(.ended(error))
                return finish(error)
            } catch {
                reason = "\(error)"
                wait = max(backoff.next(random: random()), Self.retryAfter(error))
            }
            if Task.isCancelled || isFinished { break }
            continuation.yield(.waiting(reason: reason, retryIn: wait))
            await pause(for: wait)
        }
        finish(.disconnected("cancelled"))
    }

    private func pause(for duration: Duration) async {
        let clock = clock
        let sleep = Task { try? await clock.sleep(for: duration) }
        pause = sleep
        await withTaskCancellationHandler {
            _ = await sleep.value
        } onCancel: {
            sleep.cancel()
        }
        pause = nil
    }

    /// Connects anew at once: after the machine has slept, or when the user asks for it.
    public func reconnectNow() {
        backoff.reset()
        pause?.cancel()
        link?.close()
    }

    /// Ends `run()`.
    func end() {
        isFinished = true
        reconnectNow()
    }

    private func finish(_ error: ClientError) {
        isFinished = true
        for waiter in waiting.removeAll() { waiter(.failure(error)) }
        continuation.finish()
    }

    private static func retryAfter(_ error: any Error) -> Duration {
        guard case .refused(let reason, _)? = error as? ClientError, let milliseconds = reason.retryAfterMs else {
            return .zero
        }
        // A server can ask for patience, but not for ever.
        return .milliseconds(min(max(milliseconds, 0), 300_000))
    }

    /// One connection, from hello to end. Returns why it ended.
    private func connectAndFollow() async throws -> String {
        positions.dropEarly()
        suspectedHoles = []
        let link = try await connector.connect(positions: hasPositions ? positions.seen : nil)
        self.link = link
        defer {
            self.link = nil
            link.close()
        }
        adopt(link.welcome)
        for frame in cursors.frames { link.transmit(frame) }
        for draft in waiting.drafts { link.transmit(draft.frame) }
        for await event in link.events {
            guard handle(event) else { return "something was missed: asking for it again" }
        }
        return link.closeReason ?? "the connection was closed"
    }

    /// Compares the server's account with ours.
    private func adopt(_ welcome: Welcome) {
        me = welcome.userId
        continuation.yield(.connected(welcome))
        for chat in welcome.chats {
            if let seq = positions.seq(of: chat.chatId) {
                // The server knows less than we've seen: it was restored from a backup.
                if chat.seq < seq { startAnew(chat.chatId, at: chat.seq) }
            } else {
                // A chat that isn't in our hello is replayed from its beginning; without positions, nothing is.
                positions.set(chat.chatId, to: hasPositions ? 0 : chat.seq)
            }
        }
        hasPositions = true
    }

    private func startAnew(_ chat: ChatID, at seq: Int64) {
        positions.set(chat, to: seq)
        reportedHoles[chat] = nil
        continuation.yield(.event(.resync(chatId: chat, seq: seq)))
    }

    /// Returns `false` when only a new connection can fill a hole.
    private func handle(_ event: ServerEvent) -> Bool {
        switch event {
        case .ack(let id, let message):
            backoff.reset()
            waiting.remove(id)?(.success(message))
            let created = ChatEvent(type: .messageCreated, chatId: message.chatId, seq: message.seq, message: message)
            return take(.chat(created), message.chatId, message.seq)
        case .error(let id?, let error):
            // A server that is going down takes the draft after its restart.
            if error.code != ErrorCode.shuttingDown.rawValue { waiting.remove(id)?(.failure(ClientError(error))) }
            continuation.yield(.event(event))
        case .chat(let change):
            guard take(event, change.chatId, change.seq) else { return false }
            if let member = change.member, member.userId == me, member.change != .added { leave(change.chatId) }
        case .other(_, let chat?, let seq?):
            return take(event, chat, seq)
        case .resync(let chat?, let seq):
            startAnew(chat, at: seq ?? positions.seq(of: chat) ?? 0)
        case .gone(let chat):
            leave(chat)
            continuation.yield(.event(event))
        case .pong(_, let digest):
            backoff.reset()
            return closeOldHoles() && compare(digest)
        case .welcome:
            break
        default:
            continuation.yield(.event(event))
        }
        return true
    }

    private func leave(_ chat: ChatID) {
        positions.forget(chat)
        reportedHoles[chat] = nil
    }

    private func compare(_ digest: String?) -> Bool {
        switch divergence.compare(digest, with: positions.digest) {
        case .agrees: return true
        case .askAgain:
            link?.transmit(.ping(id: "again"))
            return true
        case .resume: return false
        case .giveUp:
            continuation.yield(.event(.resync(chatId: nil, seq: nil)))
            return true
        }
    }

    private func take(_ event: ServerEvent, _ chat: ChatID, _ seq: Int64) -> Bool {
        for ready in positions.take(event, chat: chat, seq: seq) { continuation.yield(.event(ready)) }
        guard positions.hasHole(chat) else {
            suspectedHoles.remove(chat)
            return true
        }
        // An ack of ours may be on its way and fill it.
        return waiting.hasDraft(in: chat) || accept(holeIn: chat)
    }

    /// Gives each hole from one heartbeat to the next.
    private func closeOldHoles() -> Bool {
        let holes = Set(positions.chatsWithHoles)
        let old = holes.intersection(suspectedHoles)
        suspectedHoles = holes
        return old.allSatisfy { accept(holeIn: $0) }
    }

    /// `false` the first time, to have it filled by a resume; after that the chat starts anew.
    private func accept(holeIn chat: ChatID) -> Bool {
        guard let seq = positions.seq(of: chat) else { return true }
        if reportedHoles[chat] == seq {
            startAnew(chat, at: positions.newestEarly(chat) ?? seq)
            return true
        }
        reportedHoles[chat] = seq
        return false
    }

    /// Sends a message and waits for its ack, through as many connections as it takes.
    /// - Throws: `ClientError.refused` when the server says no; `.disconnected` when `run()` ends first.
    public func send(_ draft: Draft) async throws -> Message {
        try await withCheckedThrowingContinuation { waiter in
            post(draft) { waiter.resume(with: $0.mapError { $0 as any Error }) }
        }
    }

    /// The same, without waiting: when it returns, the draft has its place behind those posted before.
    /// - Parameter settled: is called once, soon after the answer; it mustn't block.
    public func post(_ draft: Draft, settled: @escaping @Sendable (Result<Message, ClientError>) -> Void) {
        guard !isFinished else { return settled(.failure(.disconnected("the connection has ended"))) }
        guard !waiting.contains(draft.clientMessageId) else {
            return settled(.failure(.disconnected("this draft is already on its way")))
        }
        waiting.add(draft, settled)
        link?.transmit(draft.frame)
    }

    /// Sends a receipt, typing or presence frame, if there's a connection. Receipts are repeated on the next one.
    public func transmit(_ frame: ClientFrame) {
        guard cursors.note(frame) else { return }
        link?.transmit(frame)
    }

    /// Messages that wait for their ack.
    public var unacked: [Draft] { waiting.drafts }
}
