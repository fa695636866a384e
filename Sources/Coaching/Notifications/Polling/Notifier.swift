import Accounts
import Cluster
import Domain
import Logging
public import ServiceLifecycle
import SpotterAPI
import Storage
import Synchronization

/// Notifies users of new messages while they aren't looking at the chat.
///
/// Nothing is written when a message is sent. After a commit the notifier wakes up, reads the messages after its
/// watermark and has notifications delivered; then it saves the watermark. After a crash it continues from the saved
/// watermark, so only notifications of about the last second may be sent twice, with the same delivery id. In a cluster the
/// holder of the lease notifies, whatever node stored the message.
public final class Notifier: Service {
    let deliveryWorker: DeliveryWorker
    let mailDigests: MailDigestSender?
    private let database: any Database
    private let signal: NewMessageSignal
    private let settings: NotificationSettings
    private let timing: Timing
    private let lease: Lease
    private let logger: Logger
    /// The term for which everything below is remembered.
    private let term = Mutex<Int64>(LeaseTerm.alone.number)
    /// The last message that was polled.
    private let position = Mutex<Watermark?>(nil)
    /// The watermark and the per-device progress that were last saved.
    private let written = Mutex<(mark: Watermark?, handled: [SubscriptionID: Int64])>((nil, [:]))

    init(
        deliveryWorker: DeliveryWorker,
        mailDigests: MailDigestSender?,
        database: any Database,
        signal: NewMessageSignal,
        settings: NotificationSettings,
        timing: Timing,
        lease: Lease,
        logger: Logger
    ) {
        self.deliveryWorker = deliveryWorker
        self.mailDigests = mailDigests
        self.database = database
        self.signal = signal
        self.settings = settings
        self.timing = timing
        self.lease = lease
        self.logger = logger
    }

    // MARK: Life

    public func run() async throws {
        await recover()
        await withDiscardingTaskGroup { group in
            group.addTask { await self.runPeriodicTasks() }
            group.addTask { await self.pollForOthers() }
            await withGracefulShutdownHandler {
                for await _ in signal.wakeUps {
                    await cancelWhenGracefulShutdown { try? await self.timing.sleep(self.settings.batchingDelay) }
                    if Task.isShuttingDownGracefully { break }
                    signal.rearm()
                    await retrying("notifying") { try await self.pollEverything() }
                    for subscription in deliveryWorker.queues.claimIdle() {
                        group.addTask {
                            await self.process(subscription)
                            // The next poll saves the progress.
                            self.signal.notify()
                        }
                    }
                    await retrying("noting notifications") { try await self.saveWatermark() }
                }
            } onGracefulShutdown: {
                self.signal.finish()
            }
            group.cancelAll()
        }
        try? await lease.perform { try await saveWatermark() }
        lease.giveUp()
    }

    /// Notices what other nodes have stored, and that this one is to notify now.
    private func pollForOthers() async {
        guard let poll = lease.poll else { return }
        while !Task.isCancelled, (try? await timing.sleep(poll)) != nil {
            guard let number = lease.term?.number else { continue }
            if term.withLock({ $0 != number }) { await recover() }
            signal.notify()
        }
    }

    private func pollEverything() async throws {
        beginTerm()
        while try await poll() {}
        try await pollNotices()
    }

    /// What is remembered of a former term isn't true any more: another node has notified meanwhile.
    private func beginTerm() {
        let number = (LeaseTerm.current ?? .alone).number
        let isNew = term.withLock { term in
            defer { term = number }
            return term != number
        }
        guard isNew else { return }
        position.withLock { $0 = nil }
        written.withLock { $0 = (nil, [:]) }
        deliveryWorker.queues.removeAll()
    }

    private func process(_ subscription: SubscriptionID) async {
        do {
            try await lease.perform { await deliveryWorker.processQueue(subscription) }
        } catch {
            deliveryWorker.queues.release(subscription)
        }
    }

    private func runPeriodicTasks() async {
        while !Task.isCancelled {
            guard (try? await timing.sleep(.seconds(30))) != nil else { return }
            await recover()
            await retrying("sending mails") { try await sendMails() }
        }
    }

    /// Cleans up subscriptions, and wakes the notifier for what was missed before the start or because the database
    /// failed.
    private func recover() async {
        await retrying("tending notifications") {
            if try await prune() { signal.notify() }
            try await deliveryWorker.notices.prune(at: timing.clock.now())
        }
    }

    private func retrying(_ what: String, _ body: () async throws -> Void) async {
        do {
            try await lease.perform(body)
        } catch  where error is CancellationError || error is LeaseLost {
        } catch {
            logger.error("\(what) failed, trying again within a minute: \(error)")
        }
    }

    /// Delivers everything that is pending now, and returns when it is done.
    package func drain() async throws {
        try await lease.perform {
            try await pollEverything()
            await withDiscardingTaskGroup { group in
                for subscription in deliveryWorker.queues.claimIdle() {
                    group.addTask { await self.process(subscription) }
                }
            }
            try await saveWatermark()
        }
    }

    /// Notifications that wait or are being sent.
    package var pending: Int { deliveryWorker.queues.count }

    // MARK: Steps

    /// Polls for new messages. Returns whether there are more.
    func poll() async throws -> Bool {
        if signal.consumeStaleFlag() { position.withLock { $0 = nil } }
        let now = timing.clock.now()
        let known = position.withLock { $0 }
        let candidates = try await database.read { connection in
            guard let mark = try known ?? Watermark.stored(on: connection) else { return RecipientCandidates?.none }
            return try RecipientCandidates.read(after: mark, at: now, on: connection)
        }
        guard let candidates else { return false }
        if let rollback = candidates.rollback { try await rollBack(to: rollback) }
        try await summarize(until: candidates.start.num)
        let held = candidates.all.filter { $0.kind != .mail && candidates.quiet.contains($0.userId) }
        // Before the watermark passes them.
        try await deliveryWorker.quietHours.hold(held.map { ($0.subscription, $0.num) })
        for candidate in candidates.all where candidate.kind != .mail && !candidates.quiet.contains(candidate.userId) {
            deliveryWorker.queues.enqueue(
                .message(candidate.message, num: candidate.num),
                for: candidate.subscription
            )
        }
        try await mailDigests?.schedule(Set(candidates.all.filter { $0.kind == .mail }.map(\.subscription)))
        position.withLock { $0 = candidates.end }
        return candidates.hasMore
    }

    /// Queues what came during quiet hours that have ended: one notification for each device.
    /// - Parameter last: the last message that was polled.
    private func summarize(until last: Int64) async throws {
        for held in try await deliveryWorker.quietHours.release(at: timing.clock.now()) {
            deliveryWorker.queues.enqueue(.summary(from: held.num, to: last), for: held.subscription)
        }
    }

    /// Queues the notices that devices have to be told of.
    func pollNotices() async throws {
        let candidates = try await deliveryWorker.notices.pending(at: timing.clock.now())
        for candidate in candidates where candidate.kind != .mail {
            deliveryWorker.queues.enqueue(.notice(candidate.notice), for: candidate.subscription)
        }
        try await mailDigests?.schedule(Set(candidates.filter { $0.kind == .mail }.map(\.subscription)))
    }

    /// Message numbers were reused: lowers the progress of devices that is beyond the mark.
    private func rollBack(to mark: Watermark) async throws {
        try await database.write { connection in
            _ = try connection.execute(
                "UPDATE notification_subscriptions SET handled_num = $1 WHERE handled_num > $1",
                mark.num
            )
            _ = try connection.execute("UPDATE notification_quiet SET num = $1 WHERE num > $1", mark.num)
        }
    }

    /// Saves the watermark and the devices' progress if they have changed, which is mostly a single row.
    func saveWatermark() async throws {
        guard let position = position.withLock({ $0 }) else { return }
        let progress = deliveryWorker.queues.progress()
        let before = written.withLock { $0 }
        let lowest = progress.lowest
        let mark: Watermark
        if let lowest {
            mark = try await database.read { try Watermark.before(lowest &- 1, on: $0) }
        } else {
            mark = position
        }
        let handled = progress.handled.filter { before.handled[$0.key] != $0.value }
        guard mark != before.mark || !handled.isEmpty else { return }
        try await database.write { connection in
            try mark.store(on: connection)
            for (subscription, num) in handled {
                _ = try connection.execute(
                    "UPDATE notification_subscriptions SET handled_num = $1 WHERE id = $2 AND handled_num < $1",
                    num,
                    subscription
                )
            }
        }
        written.withLock { $0 = (mark, progress.handled) }
    }

    /// Deletes the subscriptions of ended sessions. Returns whether there are any subscriptions.
    @discardableResult
    package func prune() async throws -> Bool {
        let now = timing.clock.now()
        let (ended, isAnybody) = try await database.read { connection in
            let ended = try connection.query(
                """
                SELECT s.id FROM notification_subscriptions s
                WHERE NOT (\(Session.isUsable("s.session_id", at: "$1")))
                """,
                now
            ) { try $0.id(0, SubscriptionID.self) }
            return (ended, try connection.exists("SELECT 1 FROM notification_subscriptions"))
        }
        if ended.isEmpty, isAnybody {
            signal.enable(afterPause: false)
            return true
        }
        let signal = signal
        return try await withCheckedThrowingContinuation { continuation in
            database.enqueue { connection in
                for subscription in ended {
                    try connection.execute("DELETE FROM notification_subscriptions WHERE id = $1", subscription)
                }
                return try connection.exists("SELECT 1 FROM notification_subscriptions")
            } completion: { result in
                // Runs in commit order, like the completion of `Subscriptions.add`, so that neither overtakes the
                // other.
                if case .success(let isAnybody) = result {
                    if isAnybody { signal.enable(afterPause: false) } else { signal.disable() }
                }
                continuation.resume(with: result)
            }
        }
    }

    /// Sends the mails that are due.
    package func sendMails() async throws { try await mailDigests?.sendDue() }
}
