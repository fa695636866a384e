import Cluster
import Domain
import Foundation
import Logging
import Messaging
public import ServiceLifecycle
import Storage

/// Deletes unused files: files that nothing references, abandoned uploads, and leftovers of a crash.
public struct MediaGarbageCollector: Service {
    let database: any Database
    let clock: any WallClock
    let store: ContentStore
    let files: any ContentFiles
    let library: MediaLibrary
    let uploadLocks: UploadLocks
    let erasure: MediaErasureSignal
    let lease: Lease
    let logger: Logger

    /// Seconds that a file may stay unreferenced, and an upload unfinished.
    static let gracePeriodSeconds: Int64 = 24 * 60 * 60

    /// Collects at the start and then every hour, and erased files as soon as they are erased.
    public func run() async throws {
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await collectPeriodically() }
                group.addTask { await collectErasedFiles() }
            }
        } onGracefulShutdown: {
            erasure.finish()
        }
        lease.giveUp()
    }

    private func collectErasedFiles() async {
        for await _ in erasure.wakeUps {
            do {
                try await collectErased()
            } catch is CancellationError {
                return
            } catch {
                logger.error("erased files could not be cleared away, trying again within the hour: \(error)")
            }
        }
    }

    /// Deletes what erased messages, questions and accounts have left, and nothing else has.
    public func collectErased() async throws {
        try await eraseReleased()
        let condition = """
            (f.ready_at = \(StoredMedia.erased) OR f.state = 'uploading' AND f.created_at = \(StoredMedia.erased))
                AND \(ShownMedia.isUnused("f.id"))
            """
        let erased = try await database.read { connection in
            try connection.query("SELECT \(StoredMedia.columns) FROM media f WHERE \(condition)") {
                try StoredMedia(row: $0)
            }
        }
        for media in erased {
            _ = try await uploadLocks.withLock(media.id) {
                try await database.write { connection in
                    connection.markErasure()
                    return try connection.execute("DELETE FROM media AS f WHERE \(condition) AND f.id = $1", media.id)
                }
            }
            try await files.removeUpload(media, in: store)
            for hash in [media.hash, media.thumbnail?.hash].compactMap(\.self) {
                try await library.removeIfUnreferenced(hash)
            }
        }
    }

    private func collectPeriodically() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    // Unfinished uploads may be on this server's own disk, where no other one finds them.
                    try await removeOrphanedUploads()
                    try await lease.perform { try await collect() }
                } catch is CancellationError {
                    return
                } catch is LeaseLost {
                    try? await Task.sleep(for: .seconds(60))
                    continue
                } catch {
                    logger.error("files could not be cleared away, trying again in an hour: \(error)")
                }
                try? await Task.sleep(for: .seconds(3600))
            }
        }
    }

    public func collect() async throws {
        try await eraseReleased()
        try await removeRows(in: .uploading, since: "created_at")
        try await removeRows(in: .ready, since: "ready_at")
        try await removeOrphanedUploads()
        try await files.pieces?.removeAbandoned { try await isOpen($0) }
        try await files.recover { try await library.isReferenced($0) }
        try await removeUnreferencedContent()
    }

    /// Makes files due that were let go.
    private func eraseReleased() async throws {
        guard try await database.read({ try KeptMedia.isAnyReleased(on: $0) }) else { return }
        try await database.write { connection in
            connection.markErasure()
            for file in try KeptMedia.takeReleased(on: connection) {
                try connection.execute(
                    "UPDATE media SET ready_at = $1 WHERE id = $2 AND state = 'ready'",
                    StoredMedia.erased,
                    file
                )
            }
        }
    }

    private func removeRows(in state: StoredMedia.State, since column: String) async throws {
        let limit = clock.now().adding(seconds: -Self.gracePeriodSeconds)
        let condition = "f.state = $1 AND f.\(column) < $2 AND \(ShownMedia.isUnused("f.id"))"
        let candidates = try await database.read { connection in
            try connection.query("SELECT f.id FROM media f WHERE \(condition)", state.rawValue, limit) {
                try $0.id(0, MediaID.self)
            }
        }
        for id in candidates {
            // A file that a request is appending to is skipped. The delete statement checks the condition again.
            _ = try await uploadLocks.withLock(id) {
                try await database.write { connection in
                    connection.markErasure()
                    return try connection.execute(
                        "DELETE FROM media AS f WHERE \(condition) AND f.id = $3",
                        state.rawValue,
                        limit,
                        id
                    )
                }
            }
        }
        if !candidates.isEmpty { logger.info("cleared away \(candidates.count) files that nothing shows") }
    }

    /// Deletes the bytes of uploads that have no row. A row always exists before its bytes do.
    private func removeOrphanedUploads() async throws {
        let names = try await BlockingIO.run { [store] in try ContentStore.list(store.uploadsFolder) }
        for name in names {
            guard let id = MediaID(name) else {
                // A lock of a server that has crashed: whoever gets it removes it.
                let path = "\(store.uploadsFolder)/\(name)"
                if name.hasSuffix(".lock") { _ = try await BlockingIO.run { SharedFileLock(path) } }
                continue
            }
            guard try await !isOpen(id) else { continue }
            _ = try await uploadLocks.withLock(id) { [store] in
                try await BlockingIO.run { ContentStore.remove(store.partialPath(id)) }
            }
        }
    }

    private func isOpen(_ upload: MediaID) async throws -> Bool {
        try await database.read {
            try $0.exists("SELECT 1 FROM media WHERE id = $1 AND state = 'uploading'", upload)
        }
    }

    private func removeUnreferencedContent() async throws {
        try await files.forEach(stray: { _ in }) { hashes in
            let named = try await database.read { connection in
                // A preliminary query. The remaining candidates are checked again while new references to them are
                // locked out.
                try hashes.filter { hash in
                    try connection.exists("SELECT 1 FROM media WHERE sha256 = $1", hash)
                        || connection.exists("SELECT 1 FROM media WHERE thumbnail_sha256 = $1", hash)
                }
            }
            for hash in Set(hashes).subtracting(named) { try await library.removeIfUnreferenced(hash) }
        }
    }
}
