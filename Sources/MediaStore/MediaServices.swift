public import Domain
import Foundation
public import Logging
public import Storage

/// The use cases of media, wired over one database and one folder.
public struct MediaServices: Sendable {
    public let uploads: MediaUploads
    public let library: MediaLibrary
    public let sweeper: MediaSweeper

    /// - Parameters:
    ///   - folder: where the files are kept; made where it's missing.
    ///   - worker: the executable `spotter`, whose subcommand `media-worker` decodes pictures.
    public init(
        database: any Database,
        clock: any WallClock,
        ids: any IDSource,
        folder: String,
        limits: MediaLimits,
        worker: String,
        workerTimeout: Duration = .seconds(10),
        logger: Logger
    ) throws {
        let store: ContentStore
        do {
            store = try ContentStore(folder: folder)
        } catch {
            throw StorageError.folderUnusable(folder: folder, reason: "\(error)")
        }
        let (pins, locks) = (ContentPins(), UploadLocks())
        uploads = MediaUploads(
            database: database,
            clock: clock,
            ids: ids,
            store: store,
            pins: pins,
            locks: locks,
            images: ImageWorker(executable: worker, limits: limits, timeout: workerTimeout),
            limits: limits,
            logger: logger
        )
        library = MediaLibrary(database: database, store: store, pins: pins, locks: locks)
        sweeper = MediaSweeper(
            database: database,
            clock: clock,
            store: store,
            library: library,
            locks: locks,
            logger: logger
        )
    }

    /// The running program, if it's `spotter`. By this name it's found even after it was replaced by a newer one.
    public static var ownExecutable: String {
        #if os(Linux)
            "/proc/self/exe"
        #else
            CommandLine.arguments.first ?? "spotter"
        #endif
    }
}

/// The other side of a picture's processing: what `spotter media-worker` does.
public enum MediaWorker {
    /// Reads a picture from standard input, writes the result to standard output, and ends the process.
    public static func run(format: Int32, maxPixels: Int64, maxBytes: Int64) -> Never {
        ImageWorker.work(format: format, maxPixels: maxPixels, maxBytes: maxBytes)
    }
}
