public import Cluster
public import Domain
public import Logging
public import ServiceLifecycle
import Storage

/// Turns reminders into notices when they are due, and publishes all new notices. Sleeps until the next reminder.
///
/// The notice is written in the transaction that claims the reminder and moves a recurring one on. A notice counts as
/// published only after it was handed to the open sockets. So a crash can publish one twice, and never loses one;
/// reminders that became due while the server was down become notices after its start.
public final class NoticeService: Service {
    public typealias Publish = @Sendable ([Notice]) async -> Void

    static let batchSize = 200

    private let reminders: Reminders
    private let publish: Publish
    private let loop: DueWorkLoop

    /// - Parameter publish: receives new notices, oldest first, after the commits that made them.
    public init(
        reminders: Reminders,
        lease: Lease = .alone,
        logger: Logger,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        publish: @escaping Publish
    ) {
        self.reminders = reminders
        self.publish = publish
        loop = DueWorkLoop(
            clock: reminders.clock,
            changes: reminders.changes,
            lease: lease,
            logger: logger,
            sleep: sleep
        )
    }

    public func run() async throws {
        await loop.run(orLog: "notices could not be made") {
            while try await self.claimDue() == Self.batchSize {}
            while try await self.publishNew() == Self.batchSize {}
            return try await self.nextDue()
        }
    }

    /// Makes notices of a batch of due reminders, oldest first. Returns their number.
    @discardableResult
    package func claimDue() async throws -> Int {
        let now = reminders.clock.now()
        let ids = reminders.ids
        return try await reminders.database.write { try Self.claimDue(at: now, ids: ids, on: $0) }
    }

    /// Publishes a batch of new notices, oldest first. Returns their number.
    @discardableResult
    package func publishNew() async throws -> Int {
        let new = try await reminders.database.read { connection in
            try Notice.query(
                "WHERE n.published_at IS NULL ORDER BY n.created_at, n.id LIMIT $1",
                [Self.batchSize],
                on: connection
            )
        }
        guard !new.isEmpty else { return 0 }
        try LeaseTerm.check()
        await publish(new)
        let now = reminders.clock.now()
        try await reminders.database.write { connection in
            for notice in new {
                try connection.execute("UPDATE notices SET published_at = $1 WHERE id = $2", now, notice.id)
            }
        }
        return new.count
    }

    private func nextDue() async throws -> Timestamp? {
        try await reminders.database.read { connection in
            try connection.first("SELECT min(notify_at) FROM reminders") { try $0.optionalTimestamp(0) } ?? nil
        }
    }

    private static func claimDue(
        at now: Timestamp,
        ids: any IDSource,
        on connection: any SQLConnection
    ) throws -> Int {
        let due = try connection.query(
            """
            SELECT \(Reminder.columns), first_due_at, timezone FROM reminders
            WHERE notify_at <= $1 AND completed = 0 ORDER BY notify_at, id LIMIT $2
            """,
            now,
            batchSize
        ) { (reminder: try Reminder(row: $0), anchor: try $0.timestamp(8), zone: try $0.text(9)) }
        for (reminder, anchor, zone) in due {
            try Notice.Draft(
                id: ids.next(),
                userId: reminder.ownerId,
                kind: .reminderDue,
                text: reminder.text,
                personId: reminder.clientId,
                reminderId: reminder.id,
                startsAt: reminder.dueAt
            ).insert(at: now, on: connection)
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
        return due.count
    }
}
