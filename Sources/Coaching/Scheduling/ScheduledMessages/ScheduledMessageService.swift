public import Cluster
import Domain
public import Logging
public import ServiceLifecycle
import Storage

/// Sends scheduled messages when they are due. Sleeps until the next one.
///
/// What became due while the server was down is sent after its start, a recurring message once, however many of its
/// occurrences were missed. If the clock goes forward, what is due by it is sent; if it goes back, nothing is sent twice.
public final class ScheduledMessageService: Service {
    static let batchSize = 200

    private let scheduled: ScheduledMessages
    private let loop: DueWorkLoop
    private let clockLook = ClockLook()

    public init(
        _ scheduled: ScheduledMessages,
        lease: Lease = .alone,
        logger: Logger,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) {
        self.scheduled = scheduled
        loop = DueWorkLoop(
            clock: scheduled.clock,
            changes: scheduled.changes,
            lease: lease,
            logger: logger,
            sleep: sleep
        )
    }

    public func run() async throws {
        await loop.run(orLog: "scheduled messages could not be sent") {
            while try await self.sendDue() == Self.batchSize {}
            return try await self.nextWake()
        }
    }

    /// Sends a batch of due messages: those of one chat in the order in which they are due, different chats at once.
    /// - Returns: how many were due.
    /// - Throws: errors of the storage; the others of the batch are sent nevertheless.
    @discardableResult
    public func sendDue() async throws -> Int {
        let now = scheduled.clock.now()
        if clockLook.mayBeBack(at: now) { try await scheduled.reconsider(at: now) }
        let due = try await scheduled.database.read {
            try ScheduledMessages.due(at: now, limit: Self.batchSize, on: $0)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for messages in Dictionary(grouping: due, by: \.row.message.chatId).values {
                group.addTask { [scheduled] in
                    for message in messages { try await scheduled.handle(message, at: now) }
                }
            }
            while let result = await group.nextResult() {
                if case .failure(let error) = result {
                    while await group.nextResult() != nil {}
                    throw error
                }
            }
        }
        return due.count
    }

    func nextWake() async throws -> Timestamp? {
        try await scheduled.database.read { connection in
            try connection.first("SELECT min(wake_at) FROM scheduled_messages") { try $0.optionalTimestamp(0) } ?? nil
        }
    }
}
