public import Cluster
import Domain
public import Logging
import Scheduling
public import ServiceLifecycle
import Storage

/// Asks check-ins when they are due, and reminds once of those that stay unanswered. Sleeps until the next.
///
/// What became due while the server was down is asked after its start, a recurring one once, however many of its times
/// were missed. If the clock goes forward, what is due by it is asked; if it goes back, nothing is asked twice.
public final class CheckInService: Service {
    static let batchSize = 200

    private let checkIns: CheckIns
    private let loop: DueWorkLoop
    private let clockLook = ClockLook()

    public init(
        _ checkIns: CheckIns,
        lease: Lease = .alone,
        logger: Logger,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.checkIns = checkIns
        loop = DueWorkLoop(
            clock: checkIns.clock,
            changes: checkIns.changes,
            lease: lease,
            logger: logger,
            sleep: sleep
        )
    }

    public func run() async throws {
        await loop.run(orLog: "check-ins could not be asked") {
            while try await self.askDue() == Self.batchSize {}
            while try await self.remindDue() == Self.batchSize {}
            return try await self.nextWake()
        }
    }

    /// Asks a batch of those that are due.
    /// - Returns: how many were due.
    /// - Throws: errors of the storage.
    @discardableResult
    public func askDue() async throws -> Int {
        let now = checkIns.clock.now()
        if clockLook.mayBeBack(at: now) { try await checkIns.reconsider(at: now) }
        let due = try await checkIns.database.read {
            try CheckInClientRow.due(at: now, limit: Self.batchSize, on: $0)
        }
        // The writer commits those of different chats together.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for rows in Dictionary(grouping: due, by: \.chat).values {
                group.addTask { [checkIns] in for row in rows { try await checkIns.ask(row, at: now) } }
            }
            try await group.waitForAll()
        }
        return due.count
    }

    /// Reminds of a batch of those that stay unanswered.
    /// - Returns: how many there were.
    /// - Throws: errors of the storage.
    @discardableResult
    public func remindDue() async throws -> Int {
        let now = checkIns.clock.now()
        let due = try await checkIns.database.read { try AskedRow.toRemind(at: now, limit: Self.batchSize, on: $0) }
        for id in due { try await checkIns.remind(id, at: now) }
        return due.count
    }

    func nextWake() async throws -> Timestamp? {
        try await checkIns.database.read { connection in
            let times = try ["min(wake_at) FROM check_in_clients", "min(remind_at) FROM asked_check_ins"].compactMap {
                try connection.first("SELECT \($0)") { try $0.optionalTimestamp(0) } ?? nil
            }
            return times.min()
        }
    }
}
