public import Domain
public import Logging
public import ServiceLifecycle
import Storage

/// Tells people when their reminders are due: sleeps until the next one, however far ahead it is.
///
/// A reminder is marked before it's told, in the transaction that moves a recurring one on: it's told once. What came
/// due while the server was down is told once when it's back. The list of reminders shows it in any case.
public final class ReminderService: Service {
    public typealias Deliver = @Sendable (Reminder) async -> Void

    /// The clock may be moved while this sleeps; so it looks again at least so often.
    static let longestSleepSeconds: Int64 = 60
    static let batchSize = 200

    private let reminders: Reminders
    private let deliver: Deliver
    private let sleep: @Sendable (Duration) async throws -> Void
    private let logger: Logger
    private let wake: AsyncStream<Void>.Continuation
    private let wakes: AsyncStream<Void>

    /// - Parameter deliver: gets each due reminder, after the commit that marks it.
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
        (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        let wake = wake
        reminders.changes.listen { wake.yield() }
    }

    public func run() async throws {
        await withGracefulShutdownHandler {
            wake.yield()
            var alarm: Task<Void, Never>?
            for await _ in wakes {
                alarm?.cancel()
                let pause = await tellDue()
                alarm = Task { [sleep, wake] in
                    // A cancelled alarm has been replaced: it must not wake anybody.
                    do { try await sleep(pause) } catch { return }
                    wake.yield()
                }
            }
            alarm?.cancel()
        } onGracefulShutdown: {
            self.wake.finish()
        }
    }

    private func tellDue() async -> Duration {
        do {
            while try await fireDue() == Self.batchSize {}
            guard let next = try await nextDue() else { return .seconds(Self.longestSleepSeconds) }
            let wait = max(0, next.milliseconds(since: reminders.clock.now()))
            return .milliseconds(min(wait, Self.longestSleepSeconds * 1000))
        } catch is CancellationError {
            return .seconds(Self.longestSleepSeconds)
        } catch {
            logger.error("reminders could not be read, trying again in a second: \(error)")
            return .seconds(1)
        }
    }

    /// Tells what is due now, the oldest first; how many.
    @discardableResult
    public func fireDue() async throws -> Int {
        let now = reminders.clock.now()
        let due = try await reminders.database.write { try Self.takeDue(at: now, on: $0) }
        for reminder in due { await deliver(reminder) }
        return due.count
    }

    private func nextDue() async throws -> Timestamp? {
        try await reminders.database.read { connection in
            try connection.first("SELECT min(notify_at) FROM reminders") { try $0.optionalTimestamp(0) } ?? nil
        }
    }

    private static func takeDue(at now: Timestamp, on connection: any SQLConnection) throws -> [Reminder] {
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
