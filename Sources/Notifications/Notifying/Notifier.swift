import Domain
import Logging
public import ServiceLifecycle
import SpotterAPI
import Storage
import Synchronization

/// Tells people who aren't looking of new messages.
///
/// Nothing is written when a message is sent. After commits this is woken, reads what is new behind its watermark, and
/// has it delivered; then the mark moves on disk. What a crash interrupts is looked at again: only what was delivered
/// in the last second or so may come twice, under the same delivery id.
public final class Notifier: Service {
    let courier: Courier
    let mails: MailDigests?
    private let database: any Database
    private let signal: NewMessageSignal
    private let settings: NotificationSettings
    private let timing: Timing
    private let logger: Logger
    /// Up to where messages were looked at.
    private let position = Mutex<Watermark?>(nil)
    /// What the mark on disk says.
    private let written = Mutex<(mark: Watermark?, handled: [SubscriptionID: Int64])>((nil, [:]))

    init(
        courier: Courier,
        mails: MailDigests?,
        database: any Database,
        signal: NewMessageSignal,
        settings: NotificationSettings,
        timing: Timing,
        logger: Logger
    ) {
        self.courier = courier
        self.mails = mails
        self.database = database
        self.signal = signal
        self.settings = settings
        self.timing = timing
        self.logger = logger
    }

    // MARK: Life

    public func run() async throws {
        await tend()
        await withDiscardingTaskGroup { group in
            group.addTask { await self.tendNowAndThen() }
            await withGracefulShutdownHandler {
                for await _ in signal.wakes {
                    await cancelWhenGracefulShutdown { try? await self.timing.sleep(self.settings.gathering) }
                    if Task.isShuttingDownGracefully { break }
                    signal.rearm()
                    await retrying("notifying") { while try await self.look() {} }
                    for subscription in courier.lanes.take() {
                        group.addTask {
                            await self.courier.work(subscription)
                            // Where it got to is written down by the next look.
                            self.signal.give()
                        }
                    }
                    await retrying("noting notifications") { try await self.note() }
                }
            } onGracefulShutdown: {
                self.signal.finish()
            }
            group.cancelAll()
        }
        try? await note()
    }

    private func tendNowAndThen() async {
        while !Task.isCancelled {
            guard (try? await timing.sleep(.seconds(30))) != nil else { return }
            await tend()
            await retrying("sending mails") { try await sendMails() }
        }
    }

    /// Wakes for what was missed before the start, or what a failing database left.
    private func tend() async {
        await retrying("tending notifications") { if try await prune() { signal.give() } }
    }

    private func retrying(_ what: String, _ body: () async throws -> Void) async {
        do {
            try await body()
        } catch is CancellationError {
        } catch {
            logger.error("\(what) failed, trying again within a minute: \(error)")
        }
    }

    /// Everything that there is to do now, to its end.
    package func settle() async throws {
        while try await look() {}
        await withDiscardingTaskGroup { group in
            for subscription in courier.lanes.take() { group.addTask { await self.courier.work(subscription) } }
        }
        try await note()
    }

    // MARK: Steps

    /// Looks for new messages; whether there are more.
    func look() async throws -> Bool {
        if signal.takeStale() { position.withLock { $0 = nil } }
        let now = timing.clock.now()
        let known = position.withLock { $0 }
        let candidates = try await database.read { connection in
            guard let mark = try known ?? Watermark.stored(on: connection) else { return Candidates?.none }
            return try Candidates.read(after: mark, at: now, on: connection)
        }
        guard let candidates else { return false }
        if let regress = candidates.regress { try await goBack(to: regress) }
        for one in candidates.found where one.kind != .mail {
            courier.lanes.put(.init(num: one.num, message: one.message), for: one.subscription)
        }
        try await mails?.expect(Set(candidates.found.filter { $0.kind == .mail }.map(\.subscription)))
        position.withLock { $0 = candidates.end }
        return candidates.hasMore
    }

    /// Numbers were given again: what devices have had ends below them.
    private func goBack(to mark: Watermark) async throws {
        try await database.write { connection in
            _ = try connection.execute(
                "UPDATE notification_subscriptions SET handled_num = $1 WHERE handled_num > $1",
                mark.num
            )
        }
    }

    /// Writes down how far everybody has been told, if that has changed: mostly one row.
    func note() async throws {
        guard let position = position.withLock({ $0 }) else { return }
        let progress = courier.lanes.progress()
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

    /// Log-ins that ended take their subscriptions along; and whether anybody wants to be told at all.
    @discardableResult
    package func prune() async throws -> Bool {
        let now = timing.clock.now()
        let (ended, isAnybody) = try await database.read { connection in
            let ended = try connection.query(
                """
                SELECT s.id FROM notification_subscriptions s JOIN sessions e ON e.id = s.session_id
                WHERE e.revoked_at IS NOT NULL OR NOT EXISTS (
                    SELECT 1 FROM tokens t WHERE t.session_id = e.id AND t.used_at IS NULL AND t.expires_at > $1
                )
                """,
                now
            ) { try $0.id(0, SubscriptionID.self) }
            return (ended, try connection.exists("SELECT 1 FROM notification_subscriptions"))
        }
        if ended.isEmpty, isAnybody {
            signal.want(afterPause: false)
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
                // In the order of commits, as whoever subscribes is: neither overtakes the other.
                if case .success(let isAnybody) = result {
                    if isAnybody { signal.want(afterPause: false) } else { signal.pause() }
                }
                continuation.resume(with: result)
            }
        }
    }

    /// Sends the mails that are due.
    package func sendMails() async throws { try await mails?.sendDue() }
}
