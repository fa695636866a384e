import TestSupport
import Testing

@testable import Domain

@Suite struct BoundedCacheTests {
    @Test func whatIsAskedForStays() {
        let cache = BoundedCache<Int, String>(maxCost: 8)
        for number in 0..<20 {
            cache.store("\(number)", for: number)
            #expect(cache[0] == "0", "after \(number)")
        }
        #expect(cache[19] == "19" && cache[5] == nil)
    }

    @Test func theCostIsBounded() {
        var random = SeededRandom(seed: 7)
        let cache = BoundedCache<Int, Int>(maxCost: 1_000)
        for _ in 0..<5_000 {
            let key = Int.random(in: 0..<50, using: &random)
            let cost = Int.random(in: 0...600, using: &random)
            cache.store(cost, for: key, cost: cost)
            #expect(cache.cost <= 1_000)
            #expect(cache[key] == (cost <= 500 ? cost : nil))
        }
    }

    @Test func whatIsTooLargeIsNotKept() {
        let cache = BoundedCache<Int, Int>(maxCost: 10)
        cache.store(1, for: 1, cost: 4)
        cache.store(2, for: 2, cost: 6)
        #expect(cache[1] == 1 && cache[2] == nil)
    }
}
