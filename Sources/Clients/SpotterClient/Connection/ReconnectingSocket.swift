public import Domain
public import SpotterAPI

/// A connection that reconnects by itself and misses no event.
///
/// It stores the latest `seq` per chat, requests the events after it, sends unacknowledged messages again with the same
/// `clientMessageId`, and delivers each durable event once and in order. `run()` does the work:
///
///     let live = ReconnectingSocket(HTTPSocketConnector(api, deviceId: "laptop"))
///     async let running: Void = live.run()
///     for await event in live.events { … }
///     for await event in live.events { … }
public actor ReconnectingSocket {
    /// For a single consumer.
    public nonisolated let events: AsyncStream<LiveEvent>
    private let continuation: AsyncStream<LiveEvent>.Continuation

    private let connector: any SocketConnector
    private let clock: any Clock<Duration>
    private let random: @Sendable () -> Double

    private var link: (any SocketLink)?
    /// The delay before the next attempt.
    private var retryDelay: Task<Void?, Never>?
    private var sequencer: EventSequencer
    /// Positions were passed, or received with a welcome.
    private var hasPositions: Bool
    private var me: UserID?
    private var digestMonitor = DigestMonitor()
    private var unackedMessages = UnackedMessages()
    private var receipts = SentReceipts()
    private var backoff = Backoff()
    private var isFinished = false
    /// Gaps that led to a reconnect. If the same gap remains, the server can't fill it.
    private var reportedGaps: [ChatID: Int64] = [:]
    /// Gaps at the last `pong`. If one is still there at the next, events aren't just out of order.
    private var suspectedGaps: Set<ChatID> = []

    /// - Parameters:
    ///   - positions: the latest `seq` that was processed, for all chats; `nil` to start at the present.
    ///   - random: uniform in 0..<1, for the jitter.
    public init(
        _ connector: any SocketConnector,
        positions: [ChatID: Int64]? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.connector = connector
        self.sequencer = EventSequencer(positions ?? [:])
        hasPositions = positions != nil
        self.clock = clock
        self.random = random
        (events, continuation) = AsyncStream.makeStream()
    }

    /// Stays connected until its task is cancelled or the session has ended; then `events` ends. Call this once.
    public func run() async {
        while !Task.isCancelled, !isFinished {
            let wait: Duration
            let reason: String
            do {
                reason = try await runConnection()
                wait = backoff.next(random: random())
            } catch let error as ClientError where !error.isTransient {
                continuation.yield(.ended(error))
                return finish(error)
            } catch {
                reason = ClientError.networkReason(error)
                wait = max(backoff.next(random: random()), Self.retryAfter(error))
            }
            if Task.isCancelled || isFinished { break }
            continuation.yield(.waiting(reason: reason, retryIn: wait))
            await waitBeforeRetry(for: wait)
        }
        finish(.disconnected("cancelled"))
    }

    private func waitBeforeRetry(for duration: Duration) async {
        let clock = clock
        let sleep = Task { try? await clock.sleep(for: duration) }
        retryDelay = sleep
        await withTaskCancellationHandler {
            _ = await sleep.value
        } onCancel: {
            sleep.cancel()
        }
        retryDelay = nil
    }

    /// Reconnects at once: after the machine has slept, or at the user's request.
    public func reconnectNow() {
        backoff.reset()
        retryDelay?.cancel()
        link?.close()
    }

    /// Ends `run()`.
    func end() {
        isFinished = true
        reconnectNow()
    }

    private func finish(_ error: ClientError) {
        isFinished = true
        for continuation in unackedMessages.removeAll() { continuation(.failure(error)) }
        continuation.finish()
    }

    private static func retryAfter(_ error: any Error) -> Duration {
        guard case .refused(let reason, _)? = error as? ClientError, let milliseconds = reason.retryAfterMs else {
            return .zero
        }
        // A server may ask to wait, but not forever.
        return .milliseconds(min(max(milliseconds, 0), 300_000))
    }

    /// Runs one connection from hello to its end. Returns why it ended.
    private func runConnection() async throws -> String {
        sequencer.discardOutOfOrder()
        suspectedGaps = []
        let link = try await connector.connect(positions: hasPositions ? sequencer.positions : nil)
        self.link = link
        defer {
            self.link = nil
            link.close()
        }
        reconcile(link.welcome)
        for frame in receipts.frames { link.transmit(frame) }
        for draft in unackedMessages.drafts { link.transmit(draft.frame) }
        for await event in link.events {
            guard handle(event) else { return "something was missed: asking for it again" }
        }
        return link.closeReason ?? "the connection was closed"
    }

    /// Compares the server's state with ours.
    private func reconcile(_ welcome: Welcome) {
        me = welcome.userId
        continuation.yield(.connected(welcome))
        for chat in welcome.chats {
            if let seq = sequencer.seq(of: chat.chatId) {
                // The server has fewer events than we have seen: it was restored from a backup.
                if chat.seq < seq { restart(chat.chatId, at: chat.seq) }
            } else {
                // A chat that isn't in our hello is replayed from its start; without positions, nothing is replayed.
                sequencer.set(chat.chatId, to: hasPositions ? 0 : chat.seq)
            }
        }
        hasPositions = true
    }

    private func restart(_ chat: ChatID, at seq: Int64) {
        sequencer.set(chat, to: seq)
        reportedGaps[chat] = nil
        continuation.yield(.event(.resync(chatId: chat, seq: seq)))
    }

    /// Returns `false` if only a new connection can fill a gap.
    private func handle(_ event: ServerEvent) -> Bool {
        switch event {
        case .ack(let id, let message):
            backoff.reset()
            unackedMessages.remove(id)?(.success(message))
            let created = ChatEvent(type: .messageCreated, chatId: message.chatId, seq: message.seq, message: message)
            return deliver(.chat(created), message.chatId, message.seq)
        case .error(let id?, let error):
            // A server that is shutting down accepts the draft after its restart.
            if error.code != ErrorCode.shuttingDown.rawValue {
                unackedMessages.remove(id)?(.failure(ClientError(error)))
            }
            continuation.yield(.event(event))
        case .chat(let change):
            guard deliver(event, change.chatId, change.seq) else { return false }
            if let member = change.member, member.userId == me, member.change != .added { forgetChat(change.chatId) }
        case .other(_, let chat?, let seq?, _):
            return deliver(event, chat, seq)
        case .resync(let chat?, let seq):
            restart(chat, at: seq ?? sequencer.seq(of: chat) ?? 0)
        case .gone(let chat):
            forgetChat(chat)
            continuation.yield(.event(event))
        case .pong(_, let digest):
            backoff.reset()
            return handlePersistentGaps() && compare(digest)
        case .welcome:
            break
        default:
            continuation.yield(.event(event))
        }
        return true
    }

    private func forgetChat(_ chat: ChatID) {
        sequencer.remove(chat)
        reportedGaps[chat] = nil
    }

    private func compare(_ digest: String?) -> Bool {
        switch digestMonitor.compare(digest, with: sequencer.digest) {
        case .agrees: return true
        case .pingAgain:
            link?.transmit(.ping(id: "again"))
            return true
        case .resume: return false
        case .refetch:
            continuation.yield(.event(.resync(chatId: nil, seq: nil)))
            return true
        }
    }

    private func deliver(_ event: ServerEvent, _ chat: ChatID, _ seq: Int64) -> Bool {
        for ready in sequencer.accept(event, chat: chat, seq: seq) { continuation.yield(.event(ready)) }
        guard sequencer.hasGap(chat) else {
            suspectedGaps.remove(chat)
            return true
        }
        // A pending acknowledgement may fill the gap.
        return unackedMessages.hasDraft(in: chat) || handleGap(in: chat)
    }

    /// Tolerates each gap from one heartbeat to the next.
    private func handlePersistentGaps() -> Bool {
        let gaps = Set(sequencer.chatsWithGaps)
        let old = gaps.intersection(suspectedGaps)
        suspectedGaps = gaps
        return old.allSatisfy { handleGap(in: $0) }
    }

    /// Returns `false` the first time, so that resuming fills the gap. After that, the chat restarts.
    private func handleGap(in chat: ChatID) -> Bool {
        guard let seq = sequencer.seq(of: chat) else { return true }
        if reportedGaps[chat] == seq {
            restart(chat, at: sequencer.latestOutOfOrder(chat) ?? seq)
            return true
        }
        reportedGaps[chat] = seq
        return false
    }

    /// Sends a message and waits for its acknowledgement, over several connections if necessary.
    /// - Throws: `ClientError.refused` if the server refuses it; `.disconnected` if `run()` ends first.
    public func send(_ draft: Draft) async throws -> Message {
        try await withCheckedThrowingContinuation { continuation in
            post(draft) { continuation.resume(with: $0.mapError { $0 as any Error }) }
        }
    }

    /// Sends a message without waiting. When it returns, the draft is queued behind the earlier ones.
    /// - Parameter settled: called once, shortly after the answer. Must not block.
    public func post(_ draft: Draft, completion: @escaping @Sendable (Result<Message, ClientError>) -> Void) {
        guard !isFinished else { return completion(.failure(.disconnected("the connection has ended"))) }
        guard !unackedMessages.contains(draft.clientMessageId) else {
            return completion(.failure(.disconnected("this draft is already on its way")))
        }
        unackedMessages.add(draft, completion)
        link?.transmit(draft.frame)
    }

    /// Sends a receipt, typing or presence frame if there is a connection. Receipts are repeated on the next one.
    public func transmit(_ frame: ClientFrame) {
        guard receipts.record(frame) else { return }
        link?.transmit(frame)
    }

    /// Messages that wait for their acknowledgement.
    public var unacked: [Draft] { unackedMessages.drafts }
}
