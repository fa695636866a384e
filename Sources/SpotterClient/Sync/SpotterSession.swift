public import Domain

/// All of a messaging client but its looks: chats and history from a local copy that is right by construction, messages
/// that are sent exactly once and in order however often the network goes, and a stream of what changes.
///
/// Everything can be read and written at any time, also before `run()` and without a network: reads come from the cache,
/// messages wait in the outbox. `run()` keeps in touch with the server until its task is cancelled.
///
///     func talk(api: SpotterHTTP, me: UserID, deviceId: String) async throws {
///         let path = try CacheLocation.path(of: me, at: api.server)
///         let session = SpotterSession(api: api, deviceId: deviceId, cache: try ClientCache(path: path, me: me))
///         let changes = await session.changes()
///         let running = Task { await session.run() }
///         defer { running.cancel() }
///         if let chat = try await session.chats().first {
///             try await session.send("On my way", to: chat.id)
///         }
///         for await change in changes {
///             guard case .chats(let ids) = change else { continue }
///             for id in ids { print(try await session.messages(in: id).messages.last?.text ?? "") }
///         }
///     }
public actor SpotterSession {
    public nonisolated let me: UserID
    public nonisolated let api: SpotterHTTP
    let cache: ClientCache
    let connector: any SocketConnector
    let uploader: (any AttachmentUploader)?
    let clock: any Clock<Duration>
    let wallClock: any WallClock
    let random: @Sendable () -> Double
    let ids: any IDSource

    public internal(set) var connectionState = ConnectionState.offline("not connected yet")
    var live: ReconnectingSocket?
    var isRunning = false
    var watchers: [Int: AsyncStream<SessionChange>.Continuation] = [:]
    var watcherCount = 0

    var journal = Journal()
    /// Chats whose known state can't be trusted, from when on their events are kept for the fetch.
    var distrusted: [ChatID: Journal.Bookmark] = [:]
    var errands: [Errand: Task<Void, Never>] = [:]
    var repeats: Set<Errand> = []
    /// Messages that the server refuses for now, until they're tried again.
    var pauses: [String: Task<Void, Never>] = [:]
    var sendBackoff: [ChatID: Backoff] = [:]

    /// - Parameters:
    ///   - cache: of this user at this server.
    ///   - connector: by default real connections with the API's session.
    ///   - uploader: for messages with attachments; without one they can't be sent.
    ///   - clock: paces retries; `wallClock` dates what's written and notices that the machine has slept.
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

    /// What changes from now on, in order. Each call gives a stream of its own; dropping it ends it.
    public func changes() -> AsyncStream<SessionChange> {
        let (stream, continuation) = AsyncStream.makeStream(of: SessionChange.self)
        watcherCount += 1
        let number = watcherCount
        watchers[number] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.forgetWatcher(number) }
        }
        return stream
    }

    private func forgetWatcher(_ number: Int) { watchers[number] = nil }

    func tell(_ change: SessionChange) {
        for watcher in watchers.values { watcher.yield(change) }
    }

    func set(_ state: ConnectionState) {
        guard state != connectionState else { return }
        if case .ended = connectionState { return }
        connectionState = state
        tell(.connection(state))
    }

    func replica(_ transaction: CacheTransaction) -> Replica<CacheTransaction> {
        Replica(me: me, store: transaction)
    }
}
