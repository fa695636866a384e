import Synchronization

/// A token bucket shared by several connections and requests, without a lock.
package final class RateLimiter: Sendable {
    private let whole: Rate
    private let nodes: (@Sendable () -> Int)?
    private let fullAt = Atomic<Int64>(0)

    /// What is allowed on this server.
    package var rate: Rate { nodes.map { whole.divided(by: $0()) } ?? whole }

    /// - Parameter nodes: how many servers share the budget; `nil` if this one is alone.
    package init(_ rate: Rate, nodes: (@Sendable () -> Int)? = nil) {
        whole = rate
        self.nodes = nodes
    }

    package func take(_ count: Int = 1, at now: Int64) -> TokenBucket.Answer {
        let rate = rate
        var seen = fullAt.load(ordering: .relaxed)
        while true {
            let (answer, after) = TokenBucket(fullAt: seen).taking(count, of: rate, at: now)
            guard answer.isAllowed else { return answer }
            let (exchanged, original) = fullAt.weakCompareExchange(
                expected: seen,
                desired: after,
                ordering: .relaxed
            )
            if exchanged { return answer }
            seen = original
        }
    }

    /// The remaining tokens, without taking any.
    package func remaining(at now: Int64) -> TokenBucket.Answer { take(0, at: now) }

    /// What `take` would answer now. Takes nothing.
    func peek(at now: Int64) -> TokenBucket.Answer {
        TokenBucket(fullAt: fullAt.load(ordering: .relaxed)).taking(1, of: rate, at: now).answer
    }

    func isFull(at now: Int64) -> Bool { TokenBucket(fullAt: fullAt.load(ordering: .relaxed)).isFull(at: now) }
    func fullMoment() -> Int64 { fullAt.load(ordering: .relaxed) }
}
