import Synchronization
import TestSupport
import Testing

@testable import Gateway

@Suite struct TokenBucketTests {
    private let second: Int64 = 1_000_000_000

    @Test func aBurstThenOneAtATime() {
        let rate = Rate(2, burst: 5)
        var bucket = TokenBucket()
        let start = 7 * second
        for left in (0..<5).reversed() {
            let answer = bucket.take(of: rate, at: start)
            #expect(answer.remaining == left)
        }
        let refused = bucket.take(of: rate, at: start)
        #expect(!refused.isAllowed && refused.retryAfterMs == 500 && refused.resetMs == 2500)
        var answer = bucket.take(of: rate, at: start + second / 2 - 1)
        #expect(!answer.isAllowed, "a refusal costs nothing, and gives nothing")
        answer = bucket.take(of: rate, at: start + second / 2)
        #expect(answer.isAllowed)
        answer = bucket.take(of: rate, at: start + 60 * second)
        #expect(answer.remaining == 4, "never more than the burst")
    }

    @Test func manyAtOnce() {
        let rate = Rate(1000, burst: 5000)
        var bucket = TokenBucket()
        var answer = bucket.take(4000, of: rate, at: second)
        #expect(answer.remaining == 1000)
        let refused = bucket.take(2000, of: rate, at: second)
        #expect(!refused.isAllowed && refused.retryAfterMs == 1000 && refused.remaining == 1000)
        answer = bucket.take(.max, of: rate, at: 100 * second)
        #expect(answer.isAllowed, "more than a bucket is a whole bucket")
        answer = bucket.take(0, of: rate, at: 100 * second)
        #expect(answer.remaining == 0)
    }

    @Test(arguments: [
        ("600/min", 600, 100_000_000 as Int64), ("10000/s:20000", 20_000, 100_000), ("30/h:5", 5, 120_000_000_000),
    ])
    func readsWhatOperatorsWrite(text: String, burst: Int, interval: Int64) throws {
        let rate = try #require(Rate(text))
        #expect(rate.burst == burst && rate.interval == interval)
        #expect(Rate(rate.description) == rate)
    }

    @Test(arguments: ["", "5", "5/", "/s", "0/s", "-1/s", "5/day", "5/s:", "5/s:0", "5/s:1:1", "9999999999/s", "x/s"])
    func refusesOtherText(text: String) { #expect(Rate(text) == nil) }

    /// Servers that share a budget give no more together than one would alone.
    @Test(arguments: [(1, 10, 100), (3, 3, 300), (20, 1, 2_000)])
    func aShareIsAPart(nodes: Int, burst: Int, milliseconds: Int64) {
        let share = Rate(10, perSeconds: 1).divided(by: nodes)
        #expect(share.burst == burst && share.interval == milliseconds * 1_000_000)
        #expect(Rate(burst: 1, interval: .max / 2).divided(by: 3).interval == .max / 4)
    }

    @Test func aSharesSizeFollowsTheNumberOfServers() {
        let nodes = Mutex(1)
        let limiter = RateLimiter(Rate(10, perSeconds: 1), nodes: { nodes.withLock { $0 } })
        #expect(limiter.take(10, at: second).isAllowed)
        nodes.withLock { $0 = 2 }
        // Half of what has been earned, at half the pace.
        #expect(limiter.rate.burst == 5)
        #expect(limiter.remaining(at: 2 * second).remaining == 5)
        #expect(limiter.take(5, at: 2 * second).isAllowed)
        #expect(!limiter.take(at: 2 * second + second / 10).isAllowed)
        #expect(limiter.take(at: 2 * second + second / 5).isAllowed)
    }

    /// Whatever is asked, a bucket never gives more than its burst and what time has earned.
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func neverGivesMoreThanItHas(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let rate = Rate(Int.random(in: 1...1000, using: &random), burst: Int.random(in: 1...500, using: &random))
        var (bucket, now, given) = (TokenBucket(), 1000 as Int64, 0)
        let start = now
        for _ in 0..<2000 {
            now += Int64.random(in: 0...20_000_000, using: &random)
            let count = Int.random(in: 0...min(20, rate.burst), using: &random)
            if bucket.take(count, of: rate, at: now).isAllowed { given += count }
            #expect(Int64(given) <= Int64(rate.burst) + (now - start) / rate.interval + 1)
        }
        #expect(given > 0)
    }
}

@Suite struct MetersTests {
    @Test func sharesOneBucketAmongAll() async {
        let meter = RateLimiter(Rate(1, burst: 1000))
        let given = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { (0..<500).count { _ in meter.take(at: 5).isAllowed } } }
            return await group.reduce(0, +)
        }
        #expect(given == 1000)
    }

    @Test func forgetsFullMetersFirst() {
        let meters = RateLimiters<Int>(Rate(1, burst: 10), capacity: 100, shards: 1)
        for key in 0..<50 { _ = meters.take(10, for: key, at: 0) }
        // These will be full in a second, the first fifty in ten.
        for key in 50..<100 { _ = meters.take(1, for: key, at: 0) }
        _ = meters.take(for: 100, at: 2_000_000_000)
        #expect(meters.count == 51)
        #expect(meters.take(10, for: 0, at: 2_000_000_000)?.isAllowed == false)
    }

    @Test func staysBoundedUnderAttack() {
        let meters = RateLimiters<Int>(Rate(1, perSeconds: 3600), capacity: 100, shards: 4)
        for key in 0..<10_000 { _ = meters.take(for: key, at: Int64(key)) }
        #expect(meters.count <= 100)
        #expect(RateLimiters<Int>(nil).take(for: 1, at: 0) == nil, "no limit")
    }
}
