public import Cluster
public import Domain
import Foundation
public import Logging
public import ObjectStorage
public import Storage

/// The media use cases, wired over one database and one folder.
public struct MediaServices: Sendable {
    public let uploads: MediaUploads
    public let library: MediaLibrary
    public let documents: DocumentTexts
    public let garbageCollector: MediaGarbageCollector
    /// Refuses what is stored while the disk is nearly full.
    public let floor: UploadFloor

    /// - Parameters:
    ///   - folder: where files are stored; created if it is missing. Servers that share the database share it, too.
    ///   - objects: where finished files are instead; then the folder is this server's own and holds unfinished uploads only.
    ///   - floor: refuses uploads while the disk is nearly full.
    ///   - erasure: observes the messages that show the files.
    ///   - worker: path of the `spotter` executable, whose subcommands decode images and PDFs.
    /// - Throws: `StorageError.folderUnusable` if the folder can't be created or read.
    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        folder: String,
        objects: (any ObjectStore)? = nil,
        limits: MediaLimits,
        floor: UploadFloor = UploadFloor(bytes: 0) { nil },
        erasure: MediaErasureSignal,
        worker: String,
        workerTimeout: Duration = .seconds(30),
        lease: Lease = .alone,
        logger: Logger
    ) throws {
        let store: ContentStore
        do {
            store = try ContentStore(folder: folder, isShared: database.isShared && objects == nil)
        } catch {
            throw StorageError.folderUnusable(folder: folder, reason: ErrorText.of(error))
        }
        self.floor = floor
        let files: any ContentFiles = objects.map { ObjectFiles(objects: $0, isShared: database.isShared) } ?? store
        let contentLocks = ContentLocks()
        let uploadLocks = UploadLocks(sharedFolder: store.isShared ? store.uploadsFolder : nil)
        let budget = DecodingBudget()
        uploads = MediaUploads(
            database: database,
            clock: clock,
            ids: ids,
            store: store,
            files: files,
            contentLocks: contentLocks,
            uploadLocks: uploadLocks,
            images: ImageWorker(executable: worker, limits: limits, timeout: workerTimeout, budget: budget),
            limits: limits,
            floor: floor,
            logger: logger
        )
        library = MediaLibrary(
            database: database,
            store: store,
            files: files,
            contentLocks: contentLocks,
            uploadLocks: uploadLocks
        )
        documents = DocumentTexts(
            library: library,
            store: store,
            worker: DocumentWorker(executable: worker, limits: limits, timeout: workerTimeout, budget: budget),
            logger: logger
        )
        garbageCollector = MediaGarbageCollector(
            database: database,
            clock: clock,
            store: store,
            files: files,
            library: library,
            uploadLocks: uploadLocks,
            erasure: erasure,
            lease: lease,
            logger: logger
        )
    }

    /// The running executable, if it is `spotter`. This path works even after the file was replaced by a newer version.
    public static var currentExecutable: String {
        #if os(Linux)
            "/proc/self/exe"
        #else
            CommandLine.arguments.first ?? "spotter"
        #endif
    }
}
