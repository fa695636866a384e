public import Accounts
public import Cluster
public import Domain
public import Logging
import Measures
public import Messaging
import Scheduling
public import ServiceLifecycle
public import Storage

/// Reads answers to check-ins in what clients write, behind the sends and at leisure.
///
/// The answers of a message are deleted in the transaction that edits or deletes it. What was asked is deleted with the
/// message that asks, when the trainer leaves the chat, and when the two aren't trainer and client any more.
public final class CheckInFollower: MessageObserver, Service {
    private let database: any Database
    private let clock: any WallClock
    private let media: any MediaCatalog
    private let loop: FollowLoop
    private let reader = CheckInReader()

    /// - Parameter pauses: measures the pauses, also while the database is busy.
    public init(
        database: any Database,
        clock: any WallClock,
        media: any MediaCatalog,
        lease: Lease = .alone,
        logger: Logger,
        pauses: any Clock<Duration> = ContinuousClock()
    ) {
        self.database = database
        self.clock = clock
        self.media = media
        loop = FollowLoop(
            database: database,
            lease: lease,
            logger: logger,
            pauses: pauses,
            gathering: .seconds(1)
        )
    }

    // MARK: MessageObserver

    public func messageWillChange(
        _ message: MessageID,
        in chat: ChatID,
        newText: String,
        on connection: any SQLConnection
    ) throws {
        let withdrawn = try withdraw(message, on: connection)
        guard let asked = try withdrawn.first ?? AskedRow.newestOpen(in: chat, on: connection) else { return }
        try CheckInWork.requestReading(of: message, for: asked, on: connection)
    }

    public func messageWillBeErased(_ message: MessageID, in chat: ChatID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM check_in_queue WHERE message_id = $1", message)
        _ = try withdraw(message, on: connection)
        guard try connection.exists("SELECT 1 FROM asked_check_ins WHERE message_id = $1", message) else { return }
        connection.markErasure()
        try CheckInErasure.deleteAsked("message_id = $1", message, on: connection)
    }

    private func withdraw(_ message: MessageID, on connection: any SQLConnection) throws -> [AskedCheckInID] {
        let withdrawn = try AskedRow.withdraw(message, on: connection)
        for asked in withdrawn { try AskedRow.settle(asked, at: clock.now(), on: connection) }
        return withdrawn
    }

    public func memberWillLeave(_ user: UserID, _ chat: ChatID, on connection: any SQLConnection) throws {
        try CheckInErasure.deleteAsked("chat_id = $1 AND trainer_id = $2", chat, user, on: connection)
    }

    public func relationWillChange(
        between trainer: UserID,
        and client: UserID,
        on connection: any SQLConnection
    ) throws {
        try CheckInErasure.relationDidChange(trainer: trainer, client: client, on: connection)
    }

    public func messageWasCreated() { loop.wake() }

    public func messageDidChange(_ message: Message) { loop.wake() }

    // MARK: Reading

    public func run() async throws {
        await loop.run(orLog: "check-ins: reading answers failed") {
            try await self.begin()
        } readNext: {
            try await self.readNext()
        }
    }

    /// Reads everything that waits. For tests and tools; a server reads while it runs.
    public func readPending() async throws {
        try await begin()
        while try await readNext() {}
    }

    /// What was said before there were check-ins answers none.
    private func begin() async throws {
        guard try await !database.read({ try MessageFeed.checkIns.hasBegun(on: $0) }) else { return }
        try await database.write { connection in
            try MessageFeed.checkIns.advance(to: try MessageFeed.last(on: connection)?.num ?? 0, on: connection)
        }
    }

    /// - Returns: whether there may be more to read.
    private func readNext() async throws -> Bool {
        let media = media
        let batch = try await database.read { connection in
            try CheckInWork.next(limit: FollowLoop.batchSize, media, on: connection)
        }
        guard let batch else { return false }
        let reader = reader
        // Reading takes processor time, which others need first.
        let read = await Task.detached(priority: .background) { batch.items.map { $0.answers(by: reader) } }.value
        try await database.writeDeferrable { try CheckInWork.store(batch, read, on: $0) }
        return batch.hasMore
    }
}
