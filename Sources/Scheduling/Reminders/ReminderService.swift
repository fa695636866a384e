public import Domain
public import Logging
public import ServiceLifecycle
import Storage

/// Delivers reminders when they are due. Sleeps until the next one.
///
/// Reminders are marked as delivered, and recurring ones moved on, in a transaction before they are delivered. So each
/// is delivered at most once; reminders that became due while the server was down are delivered after its start. The
/// list of reminders shows them in any case.
public final class ReminderService: Service {
    public typealias Deliver = @Sendable (Reminder) async -> Void

    /// Maximum sleep, because the system clock may be changed meanwhile.
    static let maxSleepSeconds: Int64 = 60
    static let batchSize = 200

    private let reminders: Reminders
    private let deliver: Deliver
    private let sleep: @Sendable (Duration) async throws -> Void
    private let logger: Logger
    private let wake: AsyncStream<Void>.Continuation
    private let wakeUps: AsyncStream<Void>

    /// - Parameter deliver: receives each due reminder, after the commit that marks it.
    public init(
        reminders: Reminders,
        logger: Logger,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        deliver: @escaping Deliver
    ) {
        self.reminders = reminders
        self.logger = logger
        self.sleep = sleep
        self.deliver = deliver
        (wakeUps, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let wake = wake
        reminders.changes.listen { wake.yield() }
    }

    public func run() async throws {
        await withGracefulShutdownHandler {
            wake.yield()
            var timer: Task<Void, Never>?
            for await _ in wakeUps {
                timer?.cancel()
                let pause = await deliverAllDue()
                timer = Task { [sleep, wake] in
                    // A cancelled timer has been replaced, so it must not trigger.
                    do { try await sleep(pause) } catch { return }
                    wake.yield()
                }
            }
            timer?.cancel()
        } onGracefulShutdown: {
            self.wake.finish()
        }
    }

    private func deliverAllDue() async -> Duration {
        do {
            while try await deliverDue() == Self.batchSize {}
            guard let next = try await nextDue() else { return .seconds(Self.maxSleepSeconds) }
            let wait = max(0, next.milliseconds(since: reminders.clock.now()))
            return .milliseconds(min(wait, Self.maxSleepSeconds * 1000))
        } catch is CancellationError {
            return .seconds(Self.maxSleepSeconds)
        } catch let error as SpotterError where error.code == .storageDamaged {
            // Logged when it was met; it stays so until a backup is restored.
            return .seconds(Self.maxSleepSeconds)
        } catch {
            logger.error("reminders could not be read, trying again in a second: \(error)")
            return .seconds(1)
        }
    }

    /// Delivers a batch of due reminders, oldest first. Returns their number.
    @discardableResult
    public func deliverDue() async throws -> Int {
        let now = reminders.clock.now()
        let due = try await reminders.database.write { try Self.claimDue(at: now, on: $0) }
        for reminder in due { await deliver(reminder) }
        return due.count
    }

    private func nextDue() async throws -> Timestamp? {
        try await reminders.database.read { connection in
            try connection.first("SELECT min(notify_at) FROM reminders") { try $0.optionalTimestamp(0) } ?? nil
        }
    }

    private static func claimDue(at now: Timestamp, on connection: any SQLConnection) throws -> [Reminder] {
        let due = try connection.query(
            """
            SELECT \(Reminder.columns), first_due_at, timezone FROM reminders
            WHERE notify_at <= $1 AND completed = 0 ORDER BY notify_at, id LIMIT $2
            """,
            now,
            batchSize
        ) { (reminder: try Reminder(row: $0), anchor: try $0.timestamp(8), zone: try $0.text(9)) }
        for (reminder, anchor, zone) in due {
            let clock = LocalClock(identifier: zone) ?? .utc
            let next = reminder.recurrence.flatMap { RecurrenceRule($0) }?
                .next(after: now, startingAt: anchor, clock: clock)
            try connection.execute(
                "UPDATE reminders SET due_at = $1, notify_at = $2 WHERE id = $3",
                next ?? reminder.dueAt,
                next,
                reminder.id
            )
        }
        return due.map(\.reminder)
    }
}
