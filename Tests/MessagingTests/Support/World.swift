import Domain
import Logging
import NIOCore
import NIOPosix
import SpotterServer
import SpotterTestKit
import Storage
import Synchronization

@testable import Messaging

/// The use cases over a real database in a folder of its own, with a clock that the test moves.
struct World: Sendable {
    let folder: TemporaryFolder
    let clock: ManualClock
    let database: SQLiteDatabase
    let services: MessagingServices
    let index = RecordingIndex()
    let loop: any EventLoop

    static let start = Timestamp(milliseconds: 1_773_000_000_000)

    static func run(_ body: (World) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let world = try World(folder, clock: ManualClock(start))
        try await body(world)
        try? await world.database.close()
    }

    /// A world on a loop of the test's own, over a database that counts.
    static func run(on loop: any EventLoop, _ body: (World, CountingDatabase) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let counting = Mutex<CountingDatabase?>(nil)
        let world = try World(folder, clock: ManualClock(start), loop: loop) { database in
            let wrapped = CountingDatabase(database)
            counting.withLock { $0 = wrapped }
            return wrapped
        }
        guard let database = counting.withLock({ $0 }) else { return }
        try await body(world, database)
        try? await world.database.close()
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
        services = MessagingServices(
            database: wrap(database),
            clock: clock,
            ids: UUIDv7Source(clock: clock),
            hasher: PasswordHasher(cost: .minimal),
            hub: Hub(eventLoops: [loop]) { ByteBuffer(bytes: $0) },
            index: index
        )
    }

    /// What a restarted server has: the same files, and nothing in memory.
    func reopened() async throws -> World {
        try await database.close()
        return try World(folder, clock: clock)
    }

    /// Waits until all that was committed so far has been handed to connections.
    func settled() async throws {
        try await database.write { _ in }
        try await loop.submit {}.get()
    }

    // MARK: People and chats

    func user(_ name: String, _ role: Role) async throws -> User {
        try await services.accounts.create(
            .init(email: "\(name)@example.com", password: Secret("secret-\(name)"), displayName: name, role: role)
        )
    }

    /// A trainer, and clients of hers.
    func studio(clients: Int) async throws -> (trainer: User, clients: [User]) {
        let trainer = try await user("trainer", .trainer)
        var people: [User] = []
        for number in 1...clients {
            let client = try await user("client\(number)", .client)
            _ = try await services.relations.addClient(email: client.email, by: trainer.actor)
            people.append(client)
        }
        return (trainer, people)
    }

    /// A trainer's group with all of her clients; the trainer first.
    func group(clients: Int, name: String = "Everybody") async throws -> (chat: ChatID, members: [User]) {
        let (trainer, people) = try await studio(clients: clients)
        let chat = try await services.chats.open(.group(name: name, with: people.map(\.id)), by: trainer.actor).chat
        return (chat.id, [trainer] + people)
    }

    /// A trainer and a client with their chat.
    func pair() async throws -> (chat: ChatID, trainer: User, client: User) {
        let (trainer, clients) = try await studio(clients: 1)
        let chat = try await services.chats.open(.direct(with: clients[0].id), by: trainer.actor).chat
        return (chat.id, trainer, clients[0])
    }

    @discardableResult
    func send(_ text: String, _ id: String, to chat: ChatID, by user: User, replyTo: MessageID? = nil) async throws
        -> Messages.Sent
    {
        try await services.messages.send(
            .init(chatId: chat, sender: user.actor, clientMessageId: id, text: text, replyTo: replyTo)
        )
    }

    func count(_ sql: String, _ arguments: any SQLBindable & Sendable...) async throws -> Int64 {
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
    var actor: Actor { Actor(userId: id, role: role) }
}

/// Remembers what it was told.
final class RecordingIndex: IndexListener {
    private let state = Mutex((created: 0, changed: [Message](), removed: [ChatID]()))

    var created: Int { state.withLock { $0.created } }
    var changed: [Message] { state.withLock { $0.changed } }

    var removed: [ChatID] { state.withLock { $0.removed } }

    func messageCreated() { state.withLock { $0.created += 1 } }
    func messageChanged(_ message: Message) { state.withLock { $0.changed.append(message) } }
    func chatRemoved(_ chat: ChatID) { state.withLock { $0.removed.append(chat) } }
}

/// The error that something throws, as users would see it.
func spotterError(_ body: () async throws -> Void) async -> SpotterError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? SpotterError ?? SpotterError(.internalError, "\(error)")
    }
}
