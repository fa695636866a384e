import Accounts
import Assistant
import AssistantTools
import Contacts
import ContactsTestKit
import Domain
import Foundation
import Logging
import Messaging
import Scheduling
import SpotterAPI
import Storage
import Synchronization
import TestSupport

/// Everything below the assistant, in a temporary folder: a trainer in New York with clients, a prospect and chats.
final class ToolsFixture: Sendable {
    let database: any Database
    let path: String
    var keys: String { folder.path + "/keys" }
    let clock: ManualClock
    let services: MessagingServices
    let calendar: EventCalendar
    let reminders: Reminders
    let resolver: ToolResolver
    let proposals: Proposals
    let audit: AuditLog
    let indexed = IndexRecorder()
    private let folder = TemporaryFolder()

    /// Wednesday, 11 March 2026, 09:15 in New York.
    init() async throws {
        path = folder.path + "/spotter.db"
        let clock = ManualClock(instant("2026-03-11T13:15Z"))
        self.clock = clock
        let counter = Counter()
        let ids = UUIDv7Source(clock: clock, random: { counter.next() })
        database = try AssistantDatabase.open(path: path, clock: clock)
        audit = try await AuditLog.open(database, keys: folder.path + "/keys", logger: Logger(label: "test"))
        let derived = DerivedTexts(clock: clock, ids: ids, audit: audit)
        services = MessagingServices.withoutClients(
            database: database,
            clock: clock,
            ids: ids,
            hasher: PasswordHasher(cost: .minimal),
            messageObserver: MessageObservers([indexed, derived]),
            prospectObserver: EventCalendar(database: database, clock: clock, ids: ids)
        )
        calendar = EventCalendar(database: database, clock: clock, ids: ids)
        reminders = Reminders(database: database, clock: clock, ids: ids)
        resolver = ToolResolver(database: database, clock: clock)
        let executor = ToolExecutor(messages: services.messages, reminders: reminders, ids: ids)
        proposals = Proposals(database: database, clock: clock, ids: ids, executor: executor, audit: audit)
    }

    deinit { folder.remove() }

    func person(_ name: String, _ role: Role = .client, zone: String = "America/New_York") async throws -> User {
        try await services.accounts.create(
            .init(
                email: name.lowercased().replacing(" ", with: ".") + "@example.com",
                password: Secret("secret-password"),
                displayName: name,
                role: role,
                timezone: zone
            )
        )
    }

    func trainer(_ name: String = "Alex Rivera") async throws -> User { try await person(name, .trainer) }

    /// Adds a client of the trainer, with a direct chat.
    @discardableResult
    func client(_ name: String, of trainer: User, zone: String = "America/New_York") async throws -> User {
        let user = try await person(name, zone: zone)
        _ = try await services.contacts.addClient(user, by: trainer.actor)
        _ = try await chat(trainer, user)
        return user
    }

    func chat(_ a: User, _ b: User) async throws -> Chat {
        try await services.chats.open(.direct(with: b.id), by: a.actor).chat
    }

    func resolve(_ request: ToolRequest, as user: User) async throws -> ToolResolution {
        try await resolver.resolve(request, for: Requester(user: user))
    }

    /// Resolves and proposes. Fails the test if the request can't be resolved.
    func propose(_ request: ToolRequest, as user: User) async throws -> Proposal {
        guard case .ready(let arguments, let summary, _) = try await resolve(request, as: user) else {
            throw NotReady()
        }
        return try await proposals.create(arguments, summary: summary, for: user.id)
    }

    struct NotReady: Error {}
}

final class IndexRecorder: MessageObserver {
    private let count = Mutex(0)
    var created: Int { count.withLock { $0 } }
    func messageWasCreated() { count.withLock { $0 += 1 } }
}

private final class Counter: Sendable {
    private let value = Mutex<UInt64>(0)
    func next() -> UInt64 {
        value.withLock { value in
            value += 1
            return value
        }
    }
}

extension User {
    var actor: Actor { Actor(userId: id, role: role) }
}

/// RFC 3339 without seconds: `2026-03-11T13:15Z`, or with an offset.
func instant(_ text: String) -> Timestamp {
    let full = text.replacing(/T(\d\d:\d\d)([Z+-])/) { "T\($0.1):00\($0.2)" }
    return Timestamp(rfc3339: full) ?? .earliest
}

func errorCode(_ body: () async throws -> Void) async -> ErrorCode? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? SpotterError)?.code
    }
}

extension ToolResolution {
    var needs: Needs? {
        guard case .needs(let needs) = self else { return nil }
        return needs
    }

    var arguments: ToolArguments? {
        guard case .ready(let arguments, _, _) = self else { return nil }
        return arguments
    }

    var summary: String? {
        guard case .ready(_, let summary, _) = self else { return nil }
        return summary
    }
}
