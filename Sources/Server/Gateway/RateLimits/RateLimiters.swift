import Synchronization

/// One rate limiter per user, device or address. Bounded: limiters with a full bucket are evicted first, because they
/// equal new ones, then those that will be full soonest.
package final class RateLimiters<Key: Hashable & Sendable>: Sendable {
    private final class Shard: Sendable {
        let meters = Mutex<[Key: RateLimiter]>([:])
    }

    /// `nil` if there's no limit.
    package let rate: Rate?
    private let nodes: (@Sendable () -> Int)?
    private let shards: [Shard]
    private let capacity: Int

    /// - Parameters:
    ///   - nodes: how many servers share each budget; `nil` if this one is alone.
    ///   - capacity: the maximum for all shards together; above it, limiters are evicted.
    package init(_ rate: Rate?, nodes: (@Sendable () -> Int)? = nil, capacity: Int = 100_000, shards: Int = 16) {
        self.rate = rate
        self.nodes = nodes
        self.shards = (0..<max(shards, 1)).map { _ in Shard() }
        self.capacity = max(capacity / max(shards, 1), 1)
    }

    /// The limiter of `key`. Frequent callers keep it.
    package func meter(of key: Key, at now: Int64) -> RateLimiter? {
        guard let rate else { return nil }
        let index = Int(UInt(bitPattern: key.hashValue) % UInt(shards.count))
        return shards[index].meters.withLock { meters in
            if let meter = meters[key] { return meter }
            if meters.count >= capacity { Self.makeRoom(in: &meters, capacity: capacity, at: now) }
            let meter = RateLimiter(rate, nodes: nodes)
            meters[key] = meter
            return meter
        }
    }

    package func take(_ count: Int = 1, for key: Key, at now: Int64) -> TokenBucket.Answer? {
        meter(of: key, at: now)?.take(count, at: now)
    }

    package var count: Int { shards.reduce(0) { sum, shard in sum + shard.meters.withLock { $0.count } } }

    /// Evicts limiters with a full bucket. If there are none, evicts the quarter that will be full soonest.
    private static func makeRoom(in meters: inout [Key: RateLimiter], capacity: Int, at now: Int64) {
        meters = meters.filter { !$0.value.isFull(at: now) }
        guard meters.count >= capacity else { return }
        for (key, _) in meters.sorted(by: { $0.value.fullMoment() < $1.value.fullMoment() }).prefix(capacity / 4 + 1) {
            meters[key] = nil
        }
    }
}
