import CMediaWorker
public import Domain
import Foundation
public import Logging
public import Storage

/// The media use cases, wired over one database and one folder.
public struct MediaServices: Sendable {
    public let uploads: MediaUploads
    public let library: MediaLibrary
    public let garbageCollector: MediaGarbageCollector

    /// - Parameters:
    ///   - folder: where files are stored; created if it is missing.
    ///   - floor: refuses uploads while the disk is nearly full.
    ///   - erasure: observes the messages that show the files.
    ///   - worker: path of the `spotter` executable, whose subcommand `media-worker` decodes images.
    /// - Throws: `StorageError.folderUnusable` if the folder can't be created or read.
    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        folder: String,
        limits: MediaLimits,
        floor: UploadFloor = UploadFloor(bytes: 0) { nil },
        erasure: MediaErasureSignal,
        worker: String,
        workerTimeout: Duration = .seconds(30),
        logger: Logger
    ) throws {
        let store: ContentStore
        do {
            store = try ContentStore(folder: folder)
        } catch {
            throw StorageError.folderUnusable(folder: folder, reason: ErrorText.of(error))
        }
        let (contentLocks, uploadLocks) = (ContentLocks(), UploadLocks())
        uploads = MediaUploads(
            database: database,
            clock: clock,
            ids: ids,
            store: store,
            contentLocks: contentLocks,
            uploadLocks: uploadLocks,
            images: ImageWorker(executable: worker, limits: limits, timeout: workerTimeout),
            limits: limits,
            floor: floor,
            logger: logger
        )
        library = MediaLibrary(database: database, store: store, contentLocks: contentLocks, uploadLocks: uploadLocks)
        garbageCollector = MediaGarbageCollector(
            database: database,
            clock: clock,
            store: store,
            library: library,
            uploadLocks: uploadLocks,
            erasure: erasure,
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

/// The child process of image processing: the implementation of `spotter media-worker`.
public enum MediaWorker {
    /// Reads an image from standard input, writes the result to standard output and exits.
    /// - Parameters:
    ///   - maxPixels: of all frames together.
    ///   - maxDecodedBytes: of all frames together.
    ///   - maxBytes: of the file.
    public static func run(format: Int32, maxPixels: Int64, maxDecodedBytes: Int64, maxBytes: Int64) -> Never {
        media_worker_run(
            format,
            media_worker_limits(file_bytes: maxBytes, pixels: maxPixels, decoded_bytes: maxDecodedBytes)
        )
    }
}
