public import Cluster
public import Domain
public import Logging
public import Messaging
import Scheduling
public import ServiceLifecycle
public import Storage

/// Reads what clients write, behind the sends and at their leisure: never on the send path, paused while messages are
/// being written, and resumed where it was after a crash.
///
/// What a message said goes in the transaction that edits or deletes the message, ends the trainer's membership, or ends
/// the relation.
public final class ProfileFollower: MessageObserver, Service {
    private let database: any Database
    private let modelQueue: ProfileModelQueue?
    private let loop: FollowLoop
    private let extractor = ProfileExtractor()

    /// - Parameters:
    ///   - modelQueue: hands to a language model what the rules have read; `nil` if the operator hasn't turned that on.
    ///   - pauses: measures the pauses, also while the database is busy.
    public init(
        database: any Database,
        modelQueue: ProfileModelQueue? = nil,
        lease: Lease = .alone,
        logger: Logger,
        pauses: any Clock<Duration> = ContinuousClock()
    ) {
        self.database = database
        self.modelQueue = modelQueue
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
        if try StatementRows.remove(message, on: connection) { connection.markErasure() }
        try ModelQueueRows.remove(message, on: connection)
        try ProfileWork.requestReading(of: message, on: connection)
    }

    public func messageWillBeErased(
        _ message: MessageID,
        in chat: ChatID,
        on connection: any SQLConnection
    ) throws {
        try connection.execute("DELETE FROM profile_queue WHERE message_id = $1", message)
        try ModelQueueRows.remove(message, on: connection)
        guard let pair = try StatementRows.pair(of: message, on: connection) else { return }
        connection.markErasure()
        try StatementRows.remove(message, on: connection)
        try ProfileChange.deleteOrphans(
            of: ProfilePair(trainer: pair.trainer, client: pair.client),
            on: connection
        )
    }

    public func memberWillLeave(_ user: UserID, _ chat: ChatID, on connection: any SQLConnection) throws {
        try StatementRows.remove(chat: chat, trainer: user, on: connection)
    }

    public func relationWillChange(
        between trainer: UserID,
        and client: UserID,
        on connection: any SQLConnection
    ) throws {
        try ProfileErasure.relationDidChange(ProfilePair(trainer: trainer, client: client), on: connection)
        messageWasCreated()
    }

    public func messageWasCreated() { loop.wake() }

    public func messageDidChange(_ message: Message) { loop.wake() }

    // MARK: Reading

    public func run() async throws {
        await loop.run(orLog: "client profiles: reading messages failed") {
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

    /// - Returns: whether there may be more to read.
    private func readNext() async throws -> Bool {
        let batch = try await database.read { try ProfileWork.next(limit: FollowLoop.batchSize, on: $0) }
        guard let batch else { return false }
        let extractor = extractor
        // Extraction takes processor time, which others need first.
        let statements = await Task.detached(priority: .background) {
            batch.messages.map { extractor.statements(in: $0.text, sentAt: $0.sentAt, timeZone: $0.timeZone) }
        }.value
        let modelQueue = modelQueue
        try await database.writeDeferrable { try ProfileWork.store(batch, statements, for: modelQueue, on: $0) }
        if !batch.messages.isEmpty { modelQueue?.changes.announce() }
        return batch.hasMore
    }

    /// Reads on where the last run stopped.
    private func begin() async throws {
        let modelQueue = modelQueue
        let isModelKnown = try await database.read { try MessageFeed.profilesByModel.hasBegun(on: $0) }
        if isModelKnown != (modelQueue != nil) {
            try await database.write { connection in
                if let modelQueue {
                    try modelQueue.begin(on: connection)
                } else {
                    try ProfileModelQueue.end(on: connection)
                }
            }
        }
        try await rereadForNewRules()
    }

    /// Reads all messages again if other rules read them last.
    private func rereadForNewRules() async throws {
        let version = ProfileExtractor.version
        let isKnown = try await database.read {
            try $0.exists("SELECT 1 FROM profile_rules WHERE version = $1", version)
        }
        guard !isKnown else { return }
        try await database.write { connection in
            try connection.execute("DELETE FROM profile_rules")
            try connection.execute("INSERT INTO profile_rules (version) VALUES ($1)", version)
            try MessageFeed.profiles.rewind(on: connection)
        }
    }
}
