import Accounts
import Domain
import Embedding
import Foundation
import Importing
import Loading
import Logging
import Messaging
import Retrieval
import Scheduling
import SpotterAPI
import SpotterServer
import Storage

/// A query whose answers are known.
struct LabelledQuery: Decodable {
    let id: String
    let query: String
    let kind: String
    /// The e-mail address of who asks.
    let `as`: String
    /// Client message ids, graded 1 (helps) or 2 (answers).
    let relevant: [String: Int]
    /// `tune`: parameters were chosen by it; `held`: they weren't.
    let split: String

    static func read(_ path: String) throws -> [LabelledQuery] {
        let lines = try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n")
        let decoder = JSONDecoder()
        return try lines.map { try decoder.decode(LabelledQuery.self, from: Data($0.utf8)) }
    }
}

/// The fixture in a temporary folder, embedded.
struct RetrievalWorld {
    let messages: Int
    private let folder: String
    private let database: SQLiteDatabase
    private let search: MessageSearch
    private let actors: [String: Actor]

    static func open(fixture: String, at start: Timestamp) async throws -> RetrievalWorld {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: fixture)))
        let embedder = try MiniLMEmbedder(folder: try ModelStore().readyFolder())
        let folder = MeasuredServer.temporaryFolder()
        let clock = ShiftedClock(startingAt: start)
        var logger = Logger(label: "spotter")
        logger.logLevel = .error
        let data = try DataFolder(path: folder)
        let database = try ServerSchema.open(path: data.databasePath, clock: clock, logger: logger)
        let memory = MessageMemory(database: database, embedders: [embedder], clock: clock, logger: logger)
        let (ids, hasher) = (UUIDv7Source(clock: clock), PasswordHasher(cost: .minimal))
        let messaging = MessagingServices.withoutClients(
            database: database,
            clock: clock,
            ids: ids,
            hasher: hasher,
            messageObserver: memory,
            prospectObserver: EventCalendar(database: database, clock: clock, ids: ids)
        )
        try await memory.load()
        let importer = Importer(database: database, clock: clock, ids: ids, hasher: hasher, messaging: messaging)
        _ = try await importer.run(bytes)
        while try await memory.indexPending() > 0 {}
        let (users, count) = try await database.read { connection in
            (
                try connection.query("SELECT email, id, role FROM users") { row in
                    (try row.text(0), Actor(userId: try row.id(1), role: try row.word(2, Role.self)))
                },
                try connection.first("SELECT count(*) FROM messages") { Int(clamping: try $0.int(0)) } ?? 0
            )
        }
        return RetrievalWorld(
            messages: count,
            folder: folder,
            database: database,
            search: MessageSearch(database: database, memory: memory),
            actors: Dictionary(users) { first, _ in first }
        )
    }

    func search(_ query: LabelledQuery, _ method: RetrievalMethod) async throws -> [SearchResult] {
        guard let actor = actors[query.as] else {
            throw SpotterError.invalid("\(query.id) asks as \(query.as), who isn't in the fixture")
        }
        let answer = try await search.search(
            SearchQuery(query.query, mode: method.mode),
            for: actor,
            options: method.options
        )
        guard answer.degraded == nil else { throw SpotterError(.unavailable, answer.degraded ?? "") }
        return answer.results
    }

    func close() async throws { try await database.close() }
    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
