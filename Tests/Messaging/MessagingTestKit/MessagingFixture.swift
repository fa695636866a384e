package import Accounts
package import AutomaticReplies
package import ClientProfiles
import Contacts
import ContactsTestKit
package import Domain
package import Live
import Logging
import MediaStore
package import Messaging
package import NIOCore
import NIOPosix
import Retrieval
import Scheduling
import SpotterServer
package import Storage
import Synchronization
package import TestSupport

/// Accounts, contacts, messaging and live connections over a real database in a temporary folder, with a manual clock.
package struct MessagingFixture: Sendable {
    package let folder: TemporaryFolder
    package let clock: ManualClock
    package let database: SQLiteDatabase
    package let services: MessagingServices
    package let live: LiveServices
    package let observer = RecordingMessageObserver()
    /// Reads what clients say of themselves when it's told to.
    package let profiles: ProfileFollower
    package let automatic = AutomaticSignal()
    package let loop: any EventLoop

    package static let start = Timestamp(milliseconds: 1_773_000_000_000)

    package static func run(_ body: (MessagingFixture) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let fixture = try MessagingFixture(folder, clock: ManualClock(start))
        try await body(fixture)
        try? await fixture.database.close()
    }

    /// Runs `body` with a fixture on the test's own event loop, over a database that counts transactions.
    package static func run(on loop: any EventLoop, _ body: (MessagingFixture, CountingDatabase) async throws -> Void)
        async throws
    {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let counting = Mutex<CountingDatabase?>(nil)
        let fixture = try MessagingFixture(folder, clock: ManualClock(start), loop: loop) { database in
            let wrapped = CountingDatabase(database)
            counting.withLock { $0 = wrapped }
            return wrapped
        }
        guard let database = counting.withLock({ $0 }) else { return }
        try await body(fixture, database)
        try? await fixture.database.close()
    }

    private init(
        _ folder: TemporaryFolder,
        clock: ManualClock,
        loop: any EventLoop = MultiThreadedEventLoopGroup.singleton.next(),
        wrapping wrap: (any Database) -> any Database = { $0 }
    ) throws {
        self.folder = folder
        self.clock = clock
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        database = try ServerSchema.open(path: "\(folder.path)/spotter.db", clock: clock, logger: logger)
        self.loop = loop
        let database = wrap(database)
        let ids = UUIDv7Source(clock: clock)
        let states = ChatStateCache()
        live = LiveServices(
            database: database,
            clock: clock,
            states: states,
            hub: Hub(eventLoops: [loop]) { ByteBuffer(bytes: $0) }
        )
        profiles = ProfileFollower(database: database, logger: logger)
        services = MessagingServices(
            database: database,
            clock: clock,
            ids: ids,
            hasher: PasswordHasher(cost: .minimal),
            states: states,
            publisher: live,
            messageObserver: MessageObservers([
                EmbeddingRows(), ScheduledMessageTexts(), observer, profiles, automatic,
            ]),
            prospectObserver: EventCalendar(database: database, clock: clock, ids: ids),
            media: StoredMediaCatalog(),
            registration: .open
        )
    }

    /// Deletes accounts with all data that the modules below Assistant store about them.
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
            inspectors: [services.contacts, MessagingInspector(), SchedulingInspector(clock: clock), MediaInspector()],
            deletion: deletion()
        )
    }

    /// A server restarted on the same files.
    package func reopened() async throws -> MessagingFixture {
        try await database.close()
        return try MessagingFixture(folder, clock: clock)
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
