import Accounts
import Domain
import Foundation
import Importing
import Logging
import MediaStore
import Messaging
import Scheduling
import SpotterAPI
import SpotterServer
import Storage

/// The target of an import.
protocol ImportDestination: Sendable {
    func run(
        _ bytes: [UInt8],
        _ options: ImportOptions,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport
}

/// Imports into the data folder of a stopped server.
struct FolderDestination: ImportDestination {
    let location: DataLocation

    func run(
        _ bytes: [UInt8],
        _ options: ImportOptions,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport {
        // A dry run doesn't make the folder that it would write to.
        let isScratch = options.isDryRun && !FileManager.default.fileExists(atPath: location.folder)
        var location = location
        if isScratch { location.folder = NSTemporaryDirectory() + "spotter-dry-run-\(UUID().uuidString)" }
        defer { if isScratch { try? FileManager.default.removeItem(atPath: location.folder) } }
        let folder = try Self.open(location)
        let clock = SystemClock()
        var logger = Logger(label: "spotter")
        logger.logLevel = .error
        let database = try location.openDatabase(in: folder, upgrades: false, clock: clock, logger: logger)
        let (ids, hasher) = (UUIDv7Source(clock: clock), PasswordHasher(cost: try .ofStoppedServer()))
        let messaging = MessagingServices.withoutClients(
            database: database,
            clock: clock,
            ids: ids,
            hasher: hasher,
            messageObserver: MessageObservers([DeferredIndexing(), ScheduledMessageTexts()]),
            prospectObserver: EventCalendar(database: database, clock: clock, ids: ids),
            media: StoredMediaCatalog()
        )
        let media = try MediaServices(
            database: database,
            clock: clock,
            ids: ids,
            folder: folder.mediaPath,
            objects: isScratch ? nil : try MediaSettings.ofStoppedServer().openStore(logger: logger),
            limits: MediaLimits(),
            erasure: MediaErasureSignal(),
            worker: MediaServices.currentExecutable,
            logger: logger
        )
        let importer = Importer(
            database: database,
            clock: clock,
            ids: ids,
            hasher: hasher,
            messaging: messaging,
            attachments: ImportedAttachments(media.uploads)
        )
        do {
            let report = try await importer.run(bytes, options: options, progress: progress)
            try await database.close()
            return report
        } catch {
            try? await database.close()
            throw error
        }
    }

    private static func open(_ location: DataLocation) throws -> DataFolder {
        do {
            return try location.openFolder()
        } catch StorageError.locked(let folder, let pid) {
            throw SpotterError(
                .conflict,
                "the data folder \(folder) is in use by a running spotter (pid \(pid)); stop it first, or import through "
                    + "it with --server URL"
            )
        }
    }
}

/// Ignores changes, since this process indexes nothing. When the server starts, it processes the queue in the database.
private struct DeferredIndexing: MessageObserver {
    func messageWasCreated() {}
}
