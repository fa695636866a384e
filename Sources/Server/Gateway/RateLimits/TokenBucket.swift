/// How often something may happen: up to `burst` without waiting, then once per `interval`.
package struct Rate: Sendable, Hashable, CustomStringConvertible {
    package let burst: Int
    /// Nanoseconds until one more is allowed.
    package let interval: Int64

    /// - Parameter burst: `nil` means `count`.
    package init(_ count: Int, perSeconds seconds: Int = 1, burst: Int? = nil) {
        let count = max(count, 1)
        self.burst = max(burst ?? count, 1)
        interval = max(Int64(seconds) * 1_000_000_000 / Int64(count), 1)
    }

    init(burst: Int, interval: Int64) {
        self.burst = burst
        self.interval = interval
    }

    /// `600/min` or, with a burst, `10000/s:20000`; units are `s`, `min` and `h`.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let rate = parts[0].split(separator: "/", omittingEmptySubsequences: false)
        let units = ["s": 1, "min": 60, "h": 3600]
        guard parts.count <= 2, rate.count == 2, let count = Int(rate[0]), let seconds = units[String(rate[1])],
            (1...1_000_000_000).contains(count)
        else { return nil }
        guard parts.count == 2 else {
            self.init(count, perSeconds: seconds)
            return
        }
        guard let burst = Int(parts[1]), (1...1_000_000_000).contains(burst) else { return nil }
        self.init(count, perSeconds: seconds, burst: burst)
    }

    /// The configuration syntax that `init(_:)` reads.
    package var description: String {
        let units = [("s", 1), ("min", 60), ("h", 3600)]
        let (unit, seconds) = units.first { Int64($0.1) * 1_000_000_000 >= interval } ?? ("h", 3600)
        let count = Int64(seconds) * 1_000_000_000 / interval
        return count == Int64(burst) ? "\(count)/\(unit)" : "\(count)/\(unit):\(burst)"
    }

    /// The part of one of several servers that share the budget. Nobody is left without any.
    func divided(by nodes: Int) -> Rate {
        guard nodes > 1 else { return self }
        let (slower, isOverflow) = interval.multipliedReportingOverflow(by: Int64(nodes))
        return Rate(burst: max(burst / nodes, 1), interval: isOverflow ? .max / 4 : slower)
    }

    /// Nanoseconds until `count` tokens are earned, capped so that later additions can't overflow.
    fileprivate func duration(_ count: Int) -> Int64 {
        let (product, overflow) = Int64(count).multipliedReportingOverflow(by: interval)
        return overflow ? .max / 4 : min(product, .max / 4)
    }
}

/// A token bucket as one number: the moment at which it will be full again (GCRA, ITU-T I.371). Instants are
/// nanoseconds of a monotonic clock.
package struct TokenBucket: Sendable, Hashable {
    private(set) var fullAt: Int64

    package init() { fullAt = 0 }

    init(fullAt: Int64) { self.fullAt = fullAt }

    /// The result of asking a bucket for tokens.
    package struct Answer: Sendable, Hashable {
        package let isAllowed: Bool
        /// The remaining tokens.
        package let remaining: Int
        /// Milliseconds until the bucket is full again.
        package let resetMs: Int
        /// Milliseconds until the request would be allowed; 0 if it is.
        package let retryAfterMs: Int
    }

    /// Takes `count` tokens, or none if there are fewer. A count above the bucket's size is treated as its size.
    package mutating func take(_ count: Int = 1, of rate: Rate, at now: Int64) -> Answer {
        let (answer, after) = taking(count, of: rate, at: now)
        fullAt = after
        return answer
    }

    /// The answer of `take`, and when the bucket would then be full.
    func taking(_ count: Int, of rate: Rate, at now: Int64) -> (answer: Answer, fullAt: Int64) {
        let start = max(fullAt, now)
        let depth = rate.duration(rate.burst)
        let after = start + rate.duration(min(max(count, 0), rate.burst))
        let excess = after - now - depth
        let isAllowed = excess <= 0
        let end = isAllowed ? after : start
        let answer = Answer(
            isAllowed: isAllowed,
            remaining: Int(max(depth - (end - now), 0) / rate.interval),
            resetMs: Self.milliseconds(end - now),
            retryAfterMs: isAllowed ? 0 : max(Self.milliseconds(excess), 1)
        )
        return (answer, end)
    }

    func isFull(at now: Int64) -> Bool { fullAt <= now }

    private static func milliseconds(_ nanoseconds: Int64) -> Int { Int((max(nanoseconds, 0) + 999_999) / 1_000_000) }
}
