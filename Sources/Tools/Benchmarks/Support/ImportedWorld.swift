import Accounts
package import Domain
import Embedding
import Foundation
import Importing
import Logging
package import Messaging
import NIOCore
package import Retrieval
import Scheduling
import ServerHarness
import SpotterServer
package import Storage

/// An example world, imported into a temporary folder and embedded.
package struct ImportedWorld {
    package let database: SQLiteDatabase
    package let search: MessageSearch
    package let memory: MessageIndexer
    package let clock: any WallClock
    package let ids: any IDSource
    package let messaging: MessagingServices
    /// By e-mail address.
    package let users: [String: User]
    package let messages: Int
    /// The models that answer.
    package let models: [String]
    private let folder: String

    /// - Parameters:
    ///   - fixture: the path of JSON lines to import.
    ///   - start: the world's present.
    ///   - usesCompanion: whether the second model takes part, if it is installed.
    package static func open(
        fixture: String,
        at start: Timestamp,
        usesCompanion: Bool = true
    ) async throws -> ImportedWorld {
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
        return ImportedWorld(
            database: database,
            search: MessageSearch(database: database, indexer: memory),
            memory: memory,
            clock: clock,
            ids: ids,
            messaging: messaging,
            users: Dictionary(users.map { ($0.email, $0) }) { first, _ in first },
            messages: Int(clamping: count),
            models: [embedder.model.name] + [companion?.model.name].compactMap { $0 },
            folder: folder
        )
    }

    /// - Throws: if nobody has that address.
    package func user(_ email: String, asking id: String) throws -> User {
        guard let user = users[email] else {
            throw SpotterError.invalid("\(id) asks as \(email), who isn't in the fixture")
        }
        return user
    }

    /// The folder of the keys that the world needs.
    package var keysPath: String { folder + "/keys" }

    package func close() async throws { try await database.close() }
    package func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
