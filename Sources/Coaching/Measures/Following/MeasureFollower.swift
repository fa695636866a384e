public import Cluster
public import Domain
public import Logging
public import Messaging
import Scheduling
public import ServiceLifecycle
public import Storage

/// Reads the values that clients write, behind the sends and at leisure: never on the send path, paused while messages
/// are being written, and resumed where it was after a crash.
///
/// What a message said goes in the transaction that edits or deletes the message, ends the trainer's membership, or ends
/// the relation.
public final class MeasureFollower: MessageObserver, Service {
    private let database: any Database
    private let loop: FollowLoop
    private let reader = MeasureReader()
    private let alerts: MeasureAlerts?
    private let modelQueue: MeasureModelQueue?

    /// - Parameters:
    ///   - alerts: judge what was read; `nil` tells nobody.
    ///   - modelQueue: hands to a language model what the rules have made nothing of; `nil` if the operator hasn't turned that
    ///     on.
    ///   - pauses: measures the pauses, also while the database is busy.
    public init(
        database: any Database,
        alerts: MeasureAlerts? = nil,
        modelQueue: MeasureModelQueue? = nil,
        lease: Lease = .alone,
        logger: Logger,
        pauses: any Clock<Duration> = ContinuousClock()
    ) {
        self.database = database
        self.alerts = alerts
        self.modelQueue = modelQueue
        loop = FollowLoop(
            database: database,
            lease: lease,
            logger: logger,
            pauses: pauses,
            gathering: .seconds(2)
        )
    }

    // MARK: MessageObserver

    public func messageWillChange(
        _ message: MessageID,
        in chat: ChatID,
        newText: String,
        on connection: any SQLConnection
    ) throws {
        if try PointRows.remove(message, isErased: false, on: connection) { connection.markErasure() }
        try MeasureModelRows.remove(message, on: connection)
        try MeasureWork.requestReading(of: message, on: connection)
    }

    public func messageWillBeErased(
        _ message: MessageID,
        in chat: ChatID,
        on connection: any SQLConnection
    ) throws {
        try connection.execute("DELETE FROM measure_queue WHERE message_id = $1", message)
        try MeasureModelRows.remove(message, on: connection)
        if try PointRows.remove(message, isErased: true, on: connection) { connection.markErasure() }
    }

    public func memberWillLeave(_ user: UserID, _ chat: ChatID, on connection: any SQLConnection) throws {
        try PointRows.remove(chat: chat, trainer: user, on: connection)
    }

    public func relationWillChange(
        between trainer: UserID,
        and client: UserID,
        on connection: any SQLConnection
    ) throws {
        try MeasureErasure.relationDidChange(MeasurePair(trainer: trainer, client: client), on: connection)
        messageWasCreated()
    }

    public func messageWasCreated() { loop.wake() }

    public func messageDidChange(_ message: Message) { loop.wake() }

    // MARK: Reading

    public func run() async throws {
        await loop.run(orLog: "measures: reading messages failed") {
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

    private func begin() async throws {
        let version = MeasureReader.version
        let isKnown = try await database.read {
            try $0.exists("SELECT 1 FROM measure_rules WHERE version = $1", version)
        }
        if !isKnown { try await database.write { try MeasureWork.begin(version: version, on: $0) } }
        let queue = modelQueue
        let isModelKnown = try await database.read { try MessageFeed.measuresByModel.hasBegun(on: $0) }
        if isModelKnown != (queue != nil) {
            try await database.write { try MeasureModelQueue.begin(queue, on: $0) }
        }
    }

    /// - Returns: whether there may be more to read, or something to judge.
    private func readNext() async throws -> Bool {
        let batch = try await database.read { try MeasureWork.next(limit: FollowLoop.batchSize, on: $0) }
        // What is usual is known once everything was read.
        guard let batch else { return try await alerts?.judgeNext(in: database) ?? false }
        let (reader, queue) = (reader, modelQueue)
        // Reading takes processor time, which others need first.
        let found = await Task.detached(priority: .background) {
            batch.messages.map { message in
                let clock = LocalClock(identifier: message.timeZone) ?? .utc
                let day = clock.local(message.sentAt).day
                let readings = reader.readings(
                    in: message.text,
                    weekday: day.weekday + 1,
                    usesPounds: MeasureLocale.usesPounds(timeZone: message.timeZone)
                )
                return (
                    points: MeasureWork.points(readings, of: message, on: day),
                    mayHoldMore: queue != nil && MeasureClaimCheck.mayHoldMore(message.text, readings)
                )
            }
        }.value
        let unread = zip(batch.messages, found).filter(\.1.mayHoldMore).map(\.0)
        try await database.writeDeferrable { connection in
            try MeasureWork.store(batch, found.map(\.points), on: connection)
            try queue?.enqueue(unread, of: batch.progress, on: connection)
        }
        if !unread.isEmpty { queue?.changes.announce() }
        return batch.hasMore || found.contains { !$0.points.isEmpty }
    }
}
