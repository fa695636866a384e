package import Accounts
import Contacts
import ContactsTestKit
package import Domain
package import EventBus
package import Live
import Logging
import MediaStore
package import Messaging
package import NIOCore
import NIOPosix
import PostgreSQLTestKit
package import Storage
import Synchronization
package import TestSupport

/// Accounts, contacts, messaging and live connections over a real database in a temporary folder, with a manual clock.
package struct MessagingFixture: Sendable {
    package let folder: TemporaryFolder
    package let clock: ManualClock
    package let database: any Database
    package let services: MessagingServices
    package let live: LiveServices
    package let observer = RecordingMessageObserver()
    package let loop: any EventLoop
    private let upper: [UpperModule]
    private let upperObservers: [any MessageObserver]

    package static let start = Timestamp(milliseconds: 1_773_000_000_000)

    /// - Parameter upper: the modules above Messaging that take part, those of lower modules first.
    package static func run(with upper: [UpperModule] = [], _ body: (MessagingFixture) async throws -> Void)
        async throws
    {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let fixture = try MessagingFixture(folder, clock: ManualClock(start), upper)
        try await body(fixture)
        try? await fixture.database.close()
    }

    /// Runs `body` with a fixture on the test's own event loop, over a database that counts transactions.
    /// - Parameter bus: to other nodes over the same database.
    package static func run(
        on loop: any EventLoop,
        bus: (any EventBus)? = nil,
        _ body: (MessagingFixture, CountingDatabase) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let counting = Mutex<CountingDatabase?>(nil)
        let fixture = try MessagingFixture(folder, clock: ManualClock(start), loop: loop, bus: bus) { database in
            let wrapped = CountingDatabase(database)
            counting.withLock { $0 = wrapped }
            return wrapped
        }
        guard let database = counting.withLock({ $0 }) else { return }
        try await body(fixture, database)
        try? await fixture.database.close()
    }

    /// Runs `body` with a fixture over a database that counts transactions.
    package static func runCounted(_ body: (MessagingFixture, CountingDatabase) async throws -> Void) async throws {
        try await run(on: MultiThreadedEventLoopGroup.singleton.next(), body)
    }

    /// Runs `body` with two servers that share a database of PostgreSQL.
    package static func runShared(_ body: (MessagingFixture, MessagingFixture) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let clock = ManualClock(start)
        let one = try MessagingFixture(folder, clock: clock, isShared: true)
        let other = try MessagingFixture(folder, clock: clock, isShared: true)
        try await body(one, other)
        for fixture in [one, other] { try? await fixture.database.close() }
    }

    private init(
        _ folder: TemporaryFolder,
        clock: ManualClock,
        _ upper: [UpperModule] = [],
        isShared: Bool = false,
        loop: any EventLoop = MultiThreadedEventLoopGroup.singleton.next(),
        bus: (any EventBus)? = nil,
        wrapping wrap: (any Database) -> any Database = { $0 }
    ) throws {
        self.folder = folder
        self.clock = clock
        self.upper = upper
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        database = try TestDatabase.open(
            path: "\(folder.path)/spotter.db",
            on: isShared ? .postgreSQL : .chosen,
            isShared: isShared,
            adding: upper.flatMap(\.migrations),
            clock: clock,
            logger: logger
        )
        self.loop = loop
        let database = wrap(database)
        let ids = UUIDv7Source(clock: clock)
        let states = ChatStateCache()
        let hub = Hub(eventLoops: [loop]) { ByteBuffer(bytes: $0) }
        live = LiveServices(
            database: database,
            clock: clock,
            states: states,
            hub: hub,
            link: bus.map { NodeLink(bus: $0, hub: hub, node: "a") }
        )
        let parts = UpperModule.Parts(database: database, clock: clock, ids: ids)
        upperObservers = upper.flatMap { $0.messageObservers(parts) }
        services = MessagingServices(
            database: database,
            clock: clock,
            ids: ids,
            hasher: PasswordHasher(cost: .minimal),
            states: states,
            publisher: live,
            messageObserver: MessageObservers([observer] + upperObservers),
            prospectObserver: ProspectObservers(upper.flatMap { $0.prospectObservers(parts) }),
            media: StoredMediaCatalog(),
            registration: .open
        )
        live.link?.begin(live, reading: services.sync)
    }

    /// Deletes accounts with all data that Messaging, MediaStore and the modules below store about them.
    package func deletion(before participants: [any AccountDeletionParticipant] = []) -> AccountDeletion {
        AccountDeletion(
            services.accounts,
            participants: participants + services.deletionParticipants + [
                MediaErasure(database: database, signal: MediaErasureSignal())
            ]
        )
    }

    package var administration: AccountAdministration {
        AccountAdministration(
            services.accounts,
            inspectors: [services.contacts, MessagingInspector(), MediaInspector()],
            deletion: deletion()
        )
    }

    /// A server restarted on the same files.
    package func reopened() async throws -> MessagingFixture {
        try await database.close()
        return try MessagingFixture(folder, clock: clock, upper)
    }

    /// The message observer of this type, which a module above brought along.
    package func observer<Observer: MessageObserver>(_ type: Observer.Type) -> Observer {
        for case let found as Observer in upperObservers { return found }
        preconditionFailure("no module of the fixture has a \(type)")
    }

    /// Waits until everything committed so far has been passed to the connections.
    package func settled() async throws {
        try await database.write { _ in }
        try await loop.submit {}.get()
    }

    // MARK: People and chats

    package func user(_ name: String, _ role: Role) async throws -> User {
        try await services.accounts.create(
            .init(email: "\(name)@example.com", password: Secret("secret-\(name)"), displayName: name, role: role)
        )
    }

    /// Creates a trainer and her clients.
    package func studio(clients: Int) async throws -> (trainer: User, clients: [User]) {
        let trainer = try await user("trainer", .trainer)
        var people: [User] = []
        for number in 1...clients {
            let client = try await user("client\(number)", .client)
            _ = try await services.contacts.addClient(client, by: trainer.actor)
            people.append(client)
        }
        return (trainer, people)
    }

    /// Creates a trainer's group with all of her clients. The trainer comes first.
    package func group(clients: Int, name: String = "Everybody") async throws -> (chat: ChatID, members: [User]) {
        let (trainer, people) = try await studio(clients: clients)
        let chat = try await services.chats.open(.group(name: name, with: people.map(\.id)), by: trainer.actor).chat
        return (chat.id, [trainer] + people)
    }

    /// Creates a trainer and a client with their chat.
    package func pair() async throws -> (chat: ChatID, trainer: User, client: User) {
        let (trainer, clients) = try await studio(clients: 1)
        let chat = try await services.chats.open(.direct(with: clients[0].id), by: trainer.actor).chat
        return (chat.id, trainer, clients[0])
    }

    @discardableResult
    package func send(_ text: String, _ id: String, to chat: ChatID, by user: User, replyTo: MessageID? = nil)
        async throws
        -> Messages.Sent
    {
        try await services.messages.send(
            .init(chatId: chat, sender: user.actor, clientMessageId: id, text: text, replyTo: replyTo)
        )
    }

    /// Imports messages that were written elsewhere, oldest first.
    package func importHistory(_ lines: [(text: String, by: User, at: Timestamp)], to chat: ChatID) async throws {
        let messages = services.messages
        let sends = lines.map { line in
            Messages.Send(
                chatId: chat,
                sender: line.by.actor,
                clientMessageId: "imported \(line.text)",
                text: line.text,
                sentAt: line.at
            )
        }
        let change = try await database.write { connection in
            var history = try ImportedHistory(of: chat, by: messages, on: connection)
            for send in sends { _ = try history.add(send, on: connection) }
            return try history.finish(on: connection)
        }
        if let change { messages.publish([change]) }
    }

    package func count(_ sql: String, _ arguments: any SQLBindable & Sendable...) async throws -> Int64 {
        try await database.read { connection in
            var count: Int64 = -1
            try connection.forEach(sql, arguments) {
                count = try $0.int(0)
                return false
            }
            return count
        }
    }
}

extension User {
    package var actor: Actor { Actor(userId: id, role: role) }
}
