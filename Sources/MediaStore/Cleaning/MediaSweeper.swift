import Domain
import Foundation
import Logging
public import ServiceLifecycle
import Storage

/// Clears away what nobody needs: files that nothing shows, uploads that were given up, and what a crash left behind.
public struct MediaSweeper: Service {
    let database: any Database
    let clock: any WallClock
    let store: ContentStore
    let library: MediaLibrary
    let locks: UploadLocks
    let logger: Logger

    /// How long a file may wait for its message, and an upload for its end.
    static let grace: Int64 = 24 * 60 * 60

    /// Once at the start, then every hour.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await sweep()
                } catch is CancellationError {
                    return
                } catch {
                    logger.error("files could not be cleared away, trying again in an hour: \(error)")
                }
                try? await Task.sleep(for: .seconds(3600))
            }
        }
    }

    public func sweep() async throws {
        try await removeRows(in: .uploading, since: "created_at")
        try await removeRows(in: .ready, since: "ready_at")
        try await removeOrphanedUploads()
        try await removeUnnamedContent()
    }

    private func removeRows(in state: StoredMedia.State, since column: String) async throws {
        let limit = clock.now().adding(seconds: -Self.grace)
        let condition = "f.state = $1 AND f.\(column) < $2 AND \(MediaUse.isUnused)"
        let candidates = try await database.read { connection in
            try connection.query("SELECT f.id FROM media f WHERE \(condition)", state.rawValue, limit) {
                try $0.id(0, MediaID.self)
            }
        }
        for id in candidates {
            // One that somebody is just adding to is left alone; the condition is looked at again by the writer.
            _ = try await locks.withLock(id) {
                try await database.write { connection in
                    try connection.execute(
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

    /// Bytes of uploads that no row knows any more. A row is there before its bytes are.
    private func removeOrphanedUploads() async throws {
        let names = try await Disk.run { [store] in try ContentStore.list(store.uploadsFolder) }
        for name in names {
            guard let id = MediaID(name) else { continue }
            let isOpen = try await database.read { connection in
                try connection.exists("SELECT 1 FROM media WHERE id = $1 AND state = 'uploading'", id)
            }
            guard !isOpen else { continue }
            _ = try await locks.withLock(id) { [store] in
                try await Disk.run { ContentStore.remove(store.partialPath(id)) }
            }
        }
    }

    private func removeUnnamedContent() async throws {
        let folders = try await Disk.run { [store] in try ContentStore.list(store.folder).filter { $0.count == 2 } }
        for folder in folders {
            let found = try await Disk.run { [store] in try ContentStore.list("\(store.folder)/\(folder)") }
            let hashes = found.compactMap { ContentHash(hex: $0) }
            let named = try await database.read { connection in
                // A rough look first; only what seems to be nobody's is looked at exactly, with its removal held off.
                try hashes.filter { hash in
                    try connection.exists("SELECT 1 FROM media WHERE sha256 = $1", hash)
                        || connection.exists("SELECT 1 FROM media WHERE thumbnail_sha256 = $1", hash)
                }
            }
            for hash in Set(hashes).subtracting(named) { try await library.removeUnnamed(hash) }
        }
    }
}
