import Accounts
import Contacts
import ContactsTestKit
import Domain
import Embedding
import Logging
import Messaging
import MessagingTestKit
import PostgreSQLTestKit
import Retrieval
import Scheduling
import SpotterAPI
import Storage
import TestSupport

/// Messaging and the message index over one database, without the service that indexes in the background.
struct RetrievalFixture: Sendable {
    let folder: TemporaryFolder
    let clock: ManualClock
    let database: any Database
    let memory: MessageIndexer
    let messaging: MessagingServices
    let search: MessageSearch

    static let start = Timestamp(milliseconds: 1_773_000_000_000)

    static func run(_ embedder: (any Embedder)?, _ body: (RetrievalFixture) async throws -> Void) async throws {
        try await run(embedder.map { [$0] } ?? [], body)
    }

    /// - Parameters:
    ///   - memory: `nil` for the defaults, with a folder.
    ///   - engine: for tests that compare engines.
    static func run(
        _ embedders: [any Embedder],
        companion: (any Embedder)? = nil,
        memory: MessageIndexer.Configuration? = nil,
        on engine: TestEngine = .chosen,
        _ body: (RetrievalFixture) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let fixture = try await RetrievalFixture(folder, ManualClock(start), embedders, memory, companion, engine)
        try await body(fixture)
        try? await fixture.database.close()
    }

    private init(
        _ folder: TemporaryFolder,
        _ clock: ManualClock,
        _ embedders: [any Embedder],
        _ memory: MessageIndexer.Configuration?,
        _ companion: (any Embedder)? = nil,
        _ engine: TestEngine = .chosen
    ) async throws {
        var configuration = memory ?? .init()
        if memory == nil { configuration.folder = "\(folder.path)/vectors" }
        self.folder = folder
        self.clock = clock
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        database = try TestDatabase.open(
            path: "\(folder.path)/spotter.db",
            on: engine,
            adding: SchedulingSchema.migrations + RetrievalSchema.migrations,
            clock: clock
        )
        self.memory = MessageIndexer(
            database: database,
            embedders: embedders,
            companion: companion,
            clock: clock,
            logger: logger,
            configuration: configuration
        )
        messaging = MessagingServices.withoutClients(
            database: database,
            clock: clock,
            ids: UUIDv7Source(clock: clock),
            hasher: PasswordHasher(cost: .minimal),
            messageObserver: self.memory,
            prospectObserver: EventCalendar(database: database, clock: clock, ids: UUIDv7Source(clock: clock))
        )
        search = MessageSearch(database: database, indexer: self.memory)
        try await self.memory.load()
    }

    /// The state after a restart of the server.
    func reopened(_ embedder: (any Embedder)?) async throws -> RetrievalFixture {
        try await reopened(embedder.map { [$0] } ?? [])
    }

    func reopened(_ embedders: [any Embedder], memory: MessageIndexer.Configuration? = nil) async throws
        -> RetrievalFixture
    {
        try await database.close()
        return try await RetrievalFixture(folder, clock, embedders, memory)
    }

    /// Embeds all messages in the queue.
    func index() async throws { while try await memory.indexPending() > 0 {} }

    func user(_ name: String, _ role: Role, of trainer: User? = nil) async throws -> User {
        let user = try await messaging.accounts.create(
            .init(email: "\(name)@example.com", password: Secret("secret"), displayName: name, role: role)
        )
        if let trainer { _ = try await messaging.contacts.addClient(user, by: trainer.actor) }
        return user
    }

    func direct(_ one: User, _ other: User) async throws -> ChatID {
        try await messaging.chats.open(.direct(with: other.id), by: one.actor).chat.id
    }

    @discardableResult
    func send(_ text: String, to chat: ChatID, by user: User, id: String? = nil) async throws -> Message {
        clock.advance(milliseconds: 1000)
        let send = Messages.Send(chatId: chat, sender: user.actor, clientMessageId: id ?? text, text: text)
        return try await messaging.messages.send(send).message
    }

    func find(_ query: SearchQuery, for user: User) async throws -> [MessageID] {
        try await search.search(query, for: user.actor).results.map(\.messageId)
    }
}

extension User {
    var actor: Actor { Actor(userId: id, role: role) }
}
