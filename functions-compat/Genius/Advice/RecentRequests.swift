import Accounts
import Crypto
import Domain

/// Answers a request that comes twice once: the app sends each of its own twice at a time.
///
/// A request is the same if the same log-in or key sends the same bytes to the same path within a second. Whoever comes
/// second gets what the first began, its error as well; an error isn't remembered.
actor RecentRequests<Value: Sendable> {
    static var windowMs: Int64 { 1_000 }

    struct Key: Sendable, Hashable {
        let user: UserID
        let session: SessionID
        let digest: [UInt8]

        init(_ principal: Principal, path: String, body: [UInt8]) {
            user = principal.userId
            session = principal.sessionId
            digest = Array(SHA256.hash(data: Array(path.utf8) + [0] + body))
        }
    }

    private struct Entry {
        let came: Timestamp
        let task: Task<Value, any Error>
    }

    private let clock: any WallClock
    private var entries: [Key: Entry] = [:]

    init(clock: any WallClock) { self.clock = clock }

    /// - Parameter begin: is called for the first of equal requests only, and goes on if its client goes away.
    func value(_ key: Key, _ begin: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let now = clock.now()
        entries = entries.filter { isRecent($0.value, at: now) }
        if let entry = entries[key] { return try await entry.task.value }
        let task = Task { try await begin() }
        entries[key] = Entry(came: now, task: task)
        do {
            return try await task.value
        } catch {
            if entries[key]?.task == task { entries[key] = nil }
            throw error
        }
    }

    private func isRecent(_ entry: Entry, at now: Timestamp) -> Bool {
        (0..<Self.windowMs).contains(now.milliseconds(since: entry.came))
    }
}
