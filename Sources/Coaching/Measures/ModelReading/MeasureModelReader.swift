public import Cluster
public import Domain
public import Logging
import Messaging
import Scheduling
public import ServiceLifecycle
public import Storage
import Synchronization

/// Lets a language model read what the rules have made nothing of, in the background: a batch of one client's messages at a
/// time.
///
/// A message leaves the queue in the transaction that stores what was found in it. A crash repeats a request, and loses and
/// doubles nothing. While the model can't be asked everything waits; while a trainer's budget is used up, their clients'
/// messages do.
public final class MeasureModelReader: Service {
    static let backoff = ExponentialBackoff(firstDelay: .seconds(10), maxDelay: .seconds(1_800))
    /// Seconds until a trainer's budget is looked at again.
    static let budgetPause: Int64 = 900
    /// Seconds until messages are read again of which the model made nonsense.
    static let retryPause: Int64 = 60

    private struct State {
        var failures = 0
        var pausedUntil: Timestamp?
    }

    private let database: any Database
    private let model: any MeasureModel
    private let clock: any WallClock
    private let logger: Logger
    private let loop: DueWorkLoop
    private let state = Mutex(State())

    /// - Parameters:
    ///   - queue: the one that the follower fills.
    ///   - sleep: waits until something is due.
    public init(
        database: any Database,
        model: any MeasureModel,
        queue: MeasureModelQueue,
        lease: Lease = .alone,
        logger: Logger,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.database = database
        self.model = model
        clock = queue.clock
        self.logger = logger
        loop = DueWorkLoop(clock: queue.clock, changes: queue.changes, lease: lease, logger: logger, sleep: sleep)
    }

    public func run() async throws {
        logger.info("measures are read by a language model, too", metadata: ["model": "\(model.name)"])
        await loop.run(orLog: "measures: a language model's work could not be stored") {
            // A request under way doesn't hold up the stop of the server. Its messages are read again.
            try await cancelWhenGracefulShutdown { try await self.step() }
        }
    }

    /// Reads all that is due.
    /// - Returns: when the next is due; `nil` if nothing waits.
    @discardableResult
    public func step() async throws -> Timestamp? {
        if let until = state.withLock({ $0.pausedUntil }), until > clock.now() { return until }
        while true {
            try Task.checkCancellation()
            let now = clock.now()
            guard let batch = try await database.read({ try MeasureModelRows.next(at: now, on: $0) }) else { break }
            if let pause = try await read(batch) { return pause }
        }
        return try await database.read { try MeasureModelRows.nextDue(on: $0) }
    }

    /// - Returns: when to go on, if the model can't be asked now.
    private func read(_ batch: MeasureModelRows.Batch) async throws -> Timestamp? {
        var claims: [MeasureClaim] = []
        if !batch.messages.isEmpty {
            do {
                try LeaseTerm.check()
                claims = try await model.claims(
                    in: batch.messages.map { .init(text: $0.text, sentAt: $0.sentAt, timeZone: $0.timeZone) },
                    for: batch.pair.trainer
                )
            } catch let failure as MeasureModelFailure {
                return try await postpone(batch, failure)
            }
            state.withLock { $0 = State() }
        }
        // Checking takes processor time, which others need first.
        let points = await Task.detached(priority: .background) { [claims] in
            Self.points(of: claims, in: batch.messages)
        }
        .value
        try await database.writeDeferrable { try MeasureModelRows.store(batch, points, on: $0) }
        logger.debug(
            "measures: a language model has read",
            metadata: [
                "messages": "\(batch.messages.count)", "claims": "\(claims.count)",
                "proven": "\(points.values.reduce(0) { $0 + $1.count })",
            ]
        )
        return nil
    }

    /// What is proven, by message.
    static func points(of claims: [MeasureClaim], in messages: [ClientMessage]) -> [MessageID: [StoredPoint]] {
        let byMessage = Dictionary(grouping: claims, by: \.message)
        var found: [MessageID: [StoredPoint]] = [:]
        for (index, message) in messages.enumerated() {
            guard let claims = byMessage[index + 1] else { continue }
            let day = (LocalClock(identifier: message.timeZone) ?? .utc).local(message.sentAt).day
            let check = MeasureClaimCheck(
                message.text,
                weekday: day.weekday + 1,
                usesPounds: MeasureLocale.usesPounds(timeZone: message.timeZone)
            )
            found[message.id] = MeasureWork.points(check.readings(of: claims), of: message, on: day, by: .model)
        }
        return found
    }

    private func postpone(_ batch: MeasureModelRows.Batch, _ failure: MeasureModelFailure) async throws -> Timestamp? {
        let now = clock.now()
        switch failure {
        case .unavailable(let reason, let retryAfter):
            let (until, isFirst) = state.withLock { state in
                let delay = max(Self.backoff.delay(beforeRetry: state.failures, random: 1), retryAfter ?? .zero)
                let until = now.adding(milliseconds: min(delay, .seconds(1_800)).wholeMilliseconds)
                state.failures += 1
                state.pausedUntil = until
                return (until, state.failures == 1)
            }
            // Others come first then, so that messages on which the model breaks down don't keep it for themselves.
            try await database.write { try MeasureModelRows.postpone(batch.ids, until: until, on: $0) }
            logger.log(level: isFirst ? .warning : .debug, "measures wait for the language model: \(reason)")
            return until
        case .budgetUsedUp(let retryAfter):
            let wanted = retryAfter.map { Int64(clamping: $0.components.seconds) + 1 } ?? Self.budgetPause
            let until = now.adding(seconds: min(max(wanted, 1), Self.budgetPause))
            try await database.write {
                try MeasureModelRows.postpone(trainer: batch.pair.trainer, until: until, on: $0)
            }
        case .unusable(let reason):
            let retryAt = now.adding(seconds: Self.retryPause)
            try await database.write { try MeasureModelRows.noteFailure(batch, retryAt: retryAt, on: $0) }
            logger.debug("measures: the language model's answer can't be used: \(reason)")
        }
        return nil
    }
}
