import Dispatch
import Glibc

/// Tells of every change to the files of a folder, by inotify, so that nobody has to look again and again.
final class FolderWatch: Sendable {
    /// An element after one or several changes: files that were written, truncated, created, renamed or removed.
    let changes: AsyncStream<Void>
    // Dispatch's objects may be used by any thread, which their types don't declare.
    nonisolated(unsafe) private let source: any DispatchSourceRead

    /// - Parameter folders: each without what is below it.
    /// - Throws: if a folder isn't there.
    init(_ folders: [String]) throws {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        for folder in folders where inotify_add_watch(descriptor, folder, Self.events) < 0 {
            close(descriptor)
            throw Failure(folder: folder)
        }
        let (changes, changed) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.changes = changes
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        source.setEventHandler {
            withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 8) { buffer in
                while read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
            }
            changed.yield()
        }
        source.setCancelHandler {
            close(descriptor)
            changed.finish()
        }
        self.source = source
        source.activate()
    }

    deinit { source.cancel() }

    struct Failure: Error { let folder: String }

    private static let events = UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM)
}
