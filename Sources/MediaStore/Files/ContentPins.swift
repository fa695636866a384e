import Synchronization

/// Keeps two things apart that mustn't meet: a file that's about to be named by a row, and the removal of files that no
/// row names.
final class ContentPins: Sendable {
    private struct State {
        var pinned: [ContentHash: Int] = [:]
        var removing: Set<ContentHash> = []
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// While `body` runs, none of these is removed; waits for a removal that is under way.
    func holding<Value: Sendable>(
        _ hashes: Set<ContentHash>,
        _ body: () async throws -> Value
    ) async throws -> Value {
        while !pin(hashes) {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    if state.removing.isDisjoint(with: hashes) { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if isFree { continuation.resume() }
            }
        }
        defer { unpin(hashes) }
        return try await body()
    }

    /// Runs `body`, which looks whether a row names this content and removes it if not. Not at all where it's held.
    func removing(_ hash: ContentHash, _ body: () async throws -> Void) async rethrows {
        let isFree = state.withLock { state in
            guard state.pinned[hash] == nil else { return false }
            return state.removing.insert(hash).inserted
        }
        guard isFree else { return }
        defer {
            let waiting = state.withLock { state in
                state.removing.remove(hash)
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
        try await body()
    }

    private func pin(_ hashes: Set<ContentHash>) -> Bool {
        state.withLock { state in
            guard state.removing.isDisjoint(with: hashes) else { return false }
            for hash in hashes { state.pinned[hash, default: 0] += 1 }
            return true
        }
    }

    private func unpin(_ hashes: Set<ContentHash>) {
        state.withLock { state in
            for hash in hashes {
                let count = state.pinned[hash] ?? 0
                state.pinned[hash] = count > 1 ? count - 1 : nil
            }
        }
    }
}
