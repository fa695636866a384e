import Synchronization

/// Locks for stored content: shared by those that are about to reference a file from a row, exclusive for the removal
/// of unreferenced files.
final class ContentLocks: Sendable {
    private struct State {
        var sharedCounts: [ContentHash: Int] = [:]
        var exclusive: Set<ContentHash> = []
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Runs `body` while none of these files can be removed. Waits for a removal that is in progress.
    func withSharedLock<Value: Sendable>(
        _ hashes: Set<ContentHash>,
        _ body: () async throws -> Value
    ) async throws -> Value {
        while !acquireShared(hashes) {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    if state.exclusive.isDisjoint(with: hashes) { return true }
                    state.waiters.append(continuation)
                    return false
                }
                if isFree { continuation.resume() }
            }
        }
        defer { releaseShared(hashes) }
        return try await body()
    }

    /// Runs `body`, which removes the file if no row references it. Doesn't run it if the file is locked.
    func withExclusiveLock(_ hash: ContentHash, _ body: () async throws -> Void) async rethrows {
        let isFree = state.withLock { state in
            guard state.sharedCounts[hash] == nil else { return false }
            return state.exclusive.insert(hash).inserted
        }
        guard isFree else { return }
        defer {
            let waiters = state.withLock { state in
                state.exclusive.remove(hash)
                defer { state.waiters = [] }
                return state.waiters
            }
            for continuation in waiters { continuation.resume() }
        }
        try await body()
    }

    private func acquireShared(_ hashes: Set<ContentHash>) -> Bool {
        state.withLock { state in
            guard state.exclusive.isDisjoint(with: hashes) else { return false }
            for hash in hashes { state.sharedCounts[hash, default: 0] += 1 }
            return true
        }
    }

    private func releaseShared(_ hashes: Set<ContentHash>) {
        state.withLock { state in
            for hash in hashes {
                let count = state.sharedCounts[hash] ?? 0
                state.sharedCounts[hash] = count > 1 ? count - 1 : nil
            }
        }
    }
}
