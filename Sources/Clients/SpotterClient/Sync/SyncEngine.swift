public import Domain

/// A messaging client without its user interface: a cached copy of chats and history that stays correct, messages that
/// are sent exactly once and in order despite network failures, and a stream of changes.
///
/// Everything can be read and written at any time, even before `run()` and without a network: reads come from the
/// cache, messages wait in the outbox. `run()` stays in sync with the server until its task is cancelled.
///
///     func talk(api: SpotterHTTP, me: UserID, deviceId: String) async throws {
///         let path = try CacheLocation.path(of: me, at: api.server)
///         let engine = SyncEngine(api: api, deviceId: deviceId, cache: try ClientCache(path: path, me: me))
///         let changes = await engine.changes()
///         let running = Task { await engine.run() }
///         defer { running.cancel() }
///         if let chat = try await engine.chats().first {
///             try await engine.send("On my way", to: chat.id)
///         }
///         for await change in changes {
///             guard case .chats(let ids) = change else { continue }
///             for id in ids { print(try await engine.messages(in: id).messages.last?.text ?? "") }
///         }
///     }
public actor SyncEngine {
    public nonisolated let me: UserID
    public nonisolated let api: SpotterHTTP
    let cache: ClientCache
    let connector: any SocketConnector
    let uploader: (any AttachmentUploader)?
    let clock: any Clock<Duration>
    /// This device's clock.
    public nonisolated let wallClock: any WallClock
    let random: @Sendable () -> Double
    let ids: any IDSource

    public internal(set) var connectionState = ConnectionState.offline("not connected yet")
    /// How far the server's clock is ahead of this device's, in milliseconds; 0 until the first connection.
    public internal(set) var serverClockOffset: Int64 = 0
    /// The time by the server's clock, as far as it is known.
    public var serverNow: Timestamp { wallClock.now().adding(milliseconds: serverClockOffset) }
    var live: ReconnectingSocket?
    var isRunning = false
    var subscribers: [Int: AsyncStream<SyncChange>.Continuation] = [:]
    var subscriberCount = 0

    var eventBuffer = EventBuffer()
    /// Chats that are being refetched, with the bookmark from which their events are buffered.
    var refetching: [ChatID: EventBuffer.Bookmark] = [:]
    var tasks: [SyncTask: Task<Void, Never>] = [:]
    var repeats: Set<SyncTask> = []
    /// The parts of the history that this process has shown.
    var shown: [ChatID: SequenceRanges] = [:]
    /// Messages that the server has refused temporarily, until their next attempt.
    var retryDelays: [String: Task<Void, Never>] = [:]
    var sendBackoff: [ChatID: Backoff] = [:]

    /// - Parameters:
    ///   - cache: the cache of this user at this server.
    ///   - connector: by default, real connections with the API's session.
    ///   - uploader: required for messages with attachments.
    ///   - clock: times retries; `wallClock` dates messages and reveals that the machine has slept.
    ///   - random: uniform in 0..<1, for jitter.
    public init(
        api: SpotterHTTP,
        deviceId: String,
        cache: ClientCache,
        connector: (any SocketConnector)? = nil,
        uploader: (any AttachmentUploader)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        wallClock: any WallClock = SystemClock(),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.api = api
        self.me = cache.me
        self.cache = cache
        self.connector = connector ?? HTTPSocketConnector(api, deviceId: deviceId)
        self.uploader = uploader
        self.clock = clock
        self.wallClock = wallClock
        self.random = random
        ids = UUIDv7Source(clock: wallClock)
    }

    /// All changes from now on, in order. Each call returns its own stream; releasing the stream ends it.
    public func changes() -> AsyncStream<SyncChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: SyncChange.self)
        subscriberCount += 1
        let number = subscriberCount
        subscribers[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.removeSubscriber(number) }
        }
        return stream
    }

    private func removeSubscriber(_ number: Int) { subscribers[number] = nil }

    func publish(_ change: SyncChange) {
        for subscriber in subscribers.values { subscriber.yield(change) }
    }

    func setState(_ state: ConnectionState) {
        guard state != connectionState else { return }
        if case .ended = connectionState { return }
        connectionState = state
        publish(.connection(state))
    }

    func replica(_ transaction: CacheTransaction) -> Replica<CacheTransaction> {
        Replica(me: me, store: transaction)
    }
}
