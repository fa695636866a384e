import Accounts
import Domain
import Foundation
import Importing
import Logging
import Messaging
import MessagingTestKit
import NIOCore
import Retrieval
import Scheduling
import SpotterAPI
import Storage
import TestSupport

/// A database in a temporary folder, and an importer into it.
struct ImportFixture {
    let database: any Database
    let messaging: MessagingServices
    let importer: Importer
    let index = CountingIndex()
    let clock = ManualClock(time("2026-03-11T13:15:00Z"))

    /// Runs `body` with a new fixture and removes it afterwards.
    static func with(
        attachments: any AttachmentStore = NoAttachments(),
        _ body: (ImportFixture) async throws -> Void
    ) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let world = try ImportFixture(path: folder.path + "/spotter.db", attachments)
        try await body(world)
        try await world.database.close()
    }

    private init(path: String, _ attachments: any AttachmentStore) throws {
        database = try TestDatabase.open(
            path: path,
            adding: SchedulingSchema.migrations + RetrievalSchema.migrations,
            clock: clock
        )
        let (ids, hasher) = (UUIDv7Source(clock: clock), PasswordHasher(cost: .minimal))
        messaging = MessagingServices.withoutClients(
            database: database,
            clock: clock,
            ids: ids,
            hasher: hasher,
            messageObserver: index,
            prospectObserver: EventCalendar(database: database, clock: clock, ids: ids)
        )
        importer = Importer(
            database: database,
            clock: clock,
            ids: ids,
            hasher: hasher,
            messaging: messaging,
            attachments: attachments
        )
    }

    func run(_ text: String, _ options: ImportOptions = .init()) async throws -> ImportReport {
        try await importer.run(Array(text.utf8), options: options)
    }

    /// The error of an import of `text`; `nil` if it succeeds.
    func failure(_ text: String, _ options: ImportOptions = .init()) async throws -> ImportFailure? {
        do {
            _ = try await run(text, options)
            return nil
        } catch let failure as ImportFailure {
            return failure
        }
    }

    func failure(_ bytes: [UInt8], _ options: ImportOptions) async throws -> ImportFailure? {
        do {
            _ = try await importer.run(bytes, options: options)
            return nil
        } catch let failure as ImportFailure {
            return failure
        }
    }

    private static let tables = [
        "users", "contacts", "prospects", "chats", "members", "messages", "chat_events", "embedding_queue",
        "calendar_events", "scheduling_settings",
    ]

    /// The number of rows in each table that an import writes.
    func rows() async throws -> [String: Int64] {
        try await database.read { connection in
            var rows: [String: Int64] = [:]
            for table in Self.tables {
                rows[table] = try connection.first("SELECT count(*) FROM \(table)") { try $0.int(0) }
            }
            return rows
        }
    }

    func user(_ email: String) async throws -> User? {
        try await messaging.accounts.all().first { $0.email == email }
    }

    func chats(of email: String) async throws -> [Chat] {
        guard let user = try await user(email) else { return [] }
        return try await messaging.chats.list(for: Actor(userId: user.id, role: user.role))
    }
}

/// Counts the notifications of new messages.
final class CountingIndex: MessageObserver {
    private let count = Counter()
    var calls: Int { count.value }
    func messageWasCreated() { count.increment() }
}

extension ImportReport {
    var addsNothing: Bool { counts.allSatisfy { $0.count.added == 0 } }
}

func time(_ text: String) -> Timestamp { Timestamp(rfc3339: text) ?? .earliest }

enum Fixture {
    static let studio = [UInt8]((try? Data(contentsOf: Repository.fixture("studio.jsonl"))) ?? Data())
}
