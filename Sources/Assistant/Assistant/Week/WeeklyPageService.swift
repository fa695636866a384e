public import ChatInsights
public import Cluster
public import Domain
public import Logging
public import Scheduling
public import ServiceLifecycle
import SpotterAPI
import Storage

/// Tells trainers who want it once a week that their page is ready, at the hour that they chose.
///
/// The notice is written in the transaction that marks the week as told, so it's once for each week and person over crashes,
/// clocks that jump and changes of the time zone. What was missed while the server was down is told after its start, the
/// latest only. Nothing is proposed or sent.
public final class WeeklyPageService: Service {
    static let batchSize = 50
    /// By how much another time zone can bring a time forward.
    private static let zoneSeconds: Int64 = 2 * 86_400

    private let assistant: AssistantService
    private let proactive: Proactive
    private let reminders: Reminders
    private let ids: any IDSource
    private let logger: Logger
    private let loop: DueWorkLoop

    /// - Parameter reminders: is told of new notices, which are published with those of reminders.
    public init(
        assistant: AssistantService,
        proactive: Proactive,
        reminders: Reminders,
        ids: any IDSource,
        lease: Lease = .alone,
        logger: Logger,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.assistant = assistant
        self.proactive = proactive
        self.reminders = reminders
        self.ids = ids
        self.logger = logger
        loop = DueWorkLoop(
            clock: proactive.clock,
            changes: proactive.changes,
            lease: lease,
            logger: logger,
            sleep: sleep
        )
    }

    public func run() async throws {
        await loop.run(orLog: "weekly pages could not be told of") {
            while try await self.tellDue() == Self.batchSize {}
            return try await self.proactive.database.read { try WeeklyPageRow.nextDue(on: $0) }
        }
    }

    /// Tells everybody for whom it's time, in a batch.
    /// - Returns: how many were looked at.
    @discardableResult
    public func tellDue() async throws -> Int {
        let now = proactive.clock.now()
        let due = try await proactive.database.read { try WeeklyPageRow.due(at: now, limit: Self.batchSize, on: $0) }
        for (row, user) in due {
            let isDue = row.nextAt.map { $0 <= now } ?? false
            let text = isDue ? await text(for: user) : nil
            if try await settle(row, user, text, at: now) { reminders.announceChange() }
        }
        return due.count
    }

    /// How much there is, but nothing of it.
    private func text(for user: User) async -> String {
        do {
            switch try await assistant.weekAttention(for: user) {
            case 0: return "Your weekly page is ready: nobody waits for you"
            case 1: return "Your weekly page is ready: 1 client to look at"
            case let count: return "Your weekly page is ready: \(count) clients to look at"
            }
        } catch {
            logger.error("a weekly page couldn't be made: \(error)")
            return "Your weekly page is ready"
        }
    }

    /// Marks the week as told and plans the next one.
    /// - Parameter text: of the notice; `nil` only plans.
    /// - Returns: whether somebody is to be told.
    private func settle(_ seen: WeeklyPageRow, _ user: User, _ text: String?, at now: Timestamp) async throws -> Bool {
        let notice: NoticeID = ids.next()
        return try await proactive.database.write { connection in
            // It may have been turned off or changed meanwhile.
            guard var row = try WeeklyPageRow.find(seen.user, on: connection), row.settings == seen.settings,
                row.nextAt == seen.nextAt
            else { return false }
            let planned = row.nextAt ?? .latest
            row.zone = user.timezone
            let latest = row.schedule.latest(upTo: now)
            var isTold = false
            if let text, user.role == .trainer, latest.at >= planned.adding(seconds: -Self.zoneSeconds),
                try row.markTold(latest.week, at: now, on: connection)
            {
                try Notice.insertWeekReady(
                    notice,
                    for: user.id,
                    text: text,
                    occurrence: latest.at,
                    at: now,
                    on: connection
                )
                isTold = true
            }
            try row.plan(after: now, in: user.timezone, on: connection)
            try row.write(on: connection)
            return isTold
        }
    }
}
