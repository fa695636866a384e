import Accounts
package import Domain
import Embedding
import Foundation
import Importing
import Logging
import Messaging
import NIOCore
import Retrieval
import Scheduling
import ServerHarness
package import SpotterAPI
import SpotterServer
import Storage

/// The fixture, imported into a temporary folder and embedded.
package struct RetrievalFixture {
    package let messages: Int
    /// The models that answer.
    package let models: [String]
    private let folder: String
    private let database: SQLiteDatabase
    private let search: MessageSearch
    private let actors: [String: Actor]

    /// - Parameter usesCompanion: whether the second model takes part, if it is installed.
    package static func open(
        fixture: String,
        at start: Timestamp,
        usesCompanion: Bool
    ) async throws -> RetrievalFixture {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: fixture)))
        var configuration = MiniLMEmbedder.Configuration()
        configuration.precision = .int16
        let embedder = try MiniLMEmbedder(folder: try ModelStore().readyFolder(), configuration: configuration)
        let second = usesCompanion ? try? ModelStore(manifest: .multilingualE5).readyFolder() : nil
        let companion = try second.map { try E5Embedder(folder: $0, configuration: configuration) }
        let folder = TemporaryFolderPath.make("spotter-bench")
        let clock = ShiftedClock(startingAt: start)
        var logger = Logger(label: "spotter")
        logger.logLevel = .error
        let data = try DataFolder(path: folder)
        let database = try ServerSchema.open(data, clock: clock, logger: logger)
        let memory = MessageIndexer(
            database: database,
            embedders: [embedder],
            companion: companion,
            clock: clock,
            logger: logger
        )
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
        let users = try await messaging.accounts.all()
        // Nothing was deleted, so the last number is the number of messages.
        let count = try await database.read { try MessageFeed.lastNumber(on: $0) }
        return RetrievalFixture(
            messages: Int(clamping: count),
            models: [embedder.model.name] + [companion?.model.name].compactMap { $0 },
            folder: folder,
            database: database,
            search: MessageSearch(database: database, indexer: memory),
            actors: Dictionary(uniqueKeysWithValues: users.map { ($0.email, Actor(userId: $0.id, role: $0.role)) })
        )
    }

    package func search(_ query: LabelledQuery, _ method: RetrievalMethod) async throws -> [SearchResult] {
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

    package func close() async throws { try await database.close() }
    package func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
