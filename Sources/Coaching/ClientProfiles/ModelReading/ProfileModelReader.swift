public import Cluster
public import Domain
public import Logging
import Messaging
import Scheduling
public import ServiceLifecycle
public import Storage
import Synchronization

/// Lets a language model read what the rules have read, in the background: a batch of one client's messages at a time.
///
/// A message leaves the queue in the transaction that stores what was found in it. A crash repeats a request, and loses
/// and doubles nothing. While the model can't be asked everything waits; while a trainer's budget is used up, their
/// clients' messages do.
public final class ProfileModelReader: Service {
    /// Seconds until a model that failed is asked again, doubled with each further failure.
    static let minPause: Int64 = 10
    static let maxPause: Int64 = 1_800
    /// Seconds until a trainer's budget is looked at again. The operator may have raised it.
    static let budgetPause: Int64 = 900
    /// Seconds until messages are read again of which the model made nonsense.
    static let retryPause: Int64 = 60

    private struct State {
        var failures = 0
        var pausedUntil: Timestamp?
        var waiting = 0
    }

    private let database: any Database
    private let model: any ProfileModel
    private let clock: any WallClock
    private let logger: Logger
    private let loop: DueWorkLoop
    private let state = Mutex(State())

    /// - Parameters:
    ///   - queue: the one that the follower fills.
    ///   - sleep: waits until something is due.
    public init(
        database: any Database,
        model: any ProfileModel,
        queue: ProfileModelQueue,
        lease: Lease = .alone,
        logger: Logger,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.database = database
        self.model = model
        clock = queue.clock
        self.logger = logger
        loop = DueWorkLoop(
            clock: queue.clock,
            changes: queue.changes,
            lease: lease,
            logger: logger,
            sleep: sleep
        )
    }

    public func run() async throws {
        logger.info("client profiles are read by a language model, too", metadata: ["model": "\(model.name)"])
        await loop.run(orLog: "client profiles: a language model's work could not be stored") {
            // A request under way doesn't hold up the stop of the server. Its messages are read again.
            try await cancelWhenGracefulShutdown { try await self.step() }
        }
    }

    /// Reads all that is due.
    /// - Returns: when the next is due; `nil` if nothing waits.
    @discardableResult
    public func step() async throws -> Timestamp? {
        let next = try await readDue()
        let waiting = try await database.read { try ModelQueueRows.count(on: $0) }
        state.withLock { $0.waiting = waiting }
        return next
    }

    /// How many messages waited when the reader looked last.
    public var waiting: Int { state.withLock { $0.waiting } }

    private func readDue() async throws -> Timestamp? {
        if let until = state.withLock({ $0.pausedUntil }), until > clock.now() { return until }
        while true {
            try Task.checkCancellation()
            let now = clock.now()
            guard let batch = try await database.read({ try ModelQueueRows.next(at: now, on: $0) }) else { break }
            if let pause = try await read(batch) { return pause }
        }
        return try await database.read { try ModelQueueRows.nextDue(on: $0) }
    }

    /// - Returns: when to go on, if the model can't be asked now.
    private func read(_ batch: ModelQueueRows.Batch) async throws -> Timestamp? {
        let messages = batch.messages.filter { ClaimCheck.mayState($0.text) }
        var claims: [ProfileClaim] = []
        if !messages.isEmpty {
            do {
                let lines = messages.map {
                    ProfileModelMessage(text: $0.text, sentAt: $0.sentAt, timeZone: $0.timeZone)
                }
                try LeaseTerm.check()
                claims = try await model.claims(in: lines, for: batch.pair.trainer)
            } catch let failure as ProfileModelFailure {
                return try await postpone(batch, failure)
            }
            state.withLock { ($0.failures, $0.pausedUntil) = (0, nil) }
        }
        // Checking takes processor time, which others need first.
        let found = await Task.detached(priority: .background) { [claims] in
            ClaimCheck.statements(of: claims, in: messages)
        }.value
        try await database.writeDeferrable { try ModelQueueRows.store(batch, found, on: $0) }
        logger.debug(
            "client profiles: a language model has read",
            metadata: [
                "messages": "\(messages.count)", "claims": "\(claims.count)",
                "proven": "\(found.values.reduce(0) { $0 + $1.count })",
            ]
        )
        return nil
    }

    private func postpone(_ batch: ModelQueueRows.Batch, _ failure: ProfileModelFailure) async throws -> Timestamp? {
        let now = clock.now()
        switch failure {
        case .unavailable(let reason, let retryAfter):
            let (until, isFirst) = state.withLock { state in
                let doubled = Self.minPause << Int64(min(state.failures, 10))
                let wanted = retryAfter.map { Int64(clamping: $0.components.seconds) } ?? 0
                let until = now.adding(seconds: min(max(doubled, wanted), Self.maxPause))
                state.failures += 1
                state.pausedUntil = until
                return (until, state.failures == 1)
            }
            // Others come first then, so that messages on which the model breaks down don't keep it for themselves.
            let ids = batch.ids
            try await database.write { try ModelQueueRows.postpone(ids, until: until, on: $0) }
            let level = isFirst ? Logger.Level.warning : .debug
            logger.log(level: level, "client profiles wait for the language model: \(reason)")
            return until
        case .budgetUsedUp(let retryAfter):
            let wanted = retryAfter.map { Int64(clamping: $0.components.seconds) + 1 } ?? Self.budgetPause
            let until = now.adding(seconds: min(max(wanted, 1), Self.budgetPause))
            let trainer = batch.pair.trainer
            try await database.write { try ModelQueueRows.postpone(trainer: trainer, until: until, on: $0) }
        case .unusable(let reason):
            let retryAt = now.adding(seconds: Self.retryPause)
            let givenUp = try await database.write {
                try ModelQueueRows.noteFailure(batch, retryAt: retryAt, on: $0)
            }
            logger.debug(
                "client profiles: the language model's answer can't be used: \(reason)",
                metadata: ["messages": "\(batch.ids.count)", "left to the rules": "\(givenUp)"]
            )
        }
        return nil
    }
}
