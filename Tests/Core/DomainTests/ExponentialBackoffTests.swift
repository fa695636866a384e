import Domain
import Testing

@Suite struct ExponentialBackoffTests {
    @Test func doublesUpToItsLimit() {
        let backoff = ExponentialBackoff(firstDelay: .seconds(1), maxDelay: .seconds(6))
        #expect((0...5).map { backoff.delay(beforeRetry: $0, random: 1) } == [1, 2, 4, 6, 6, 6].map { .seconds($0) })
        #expect(backoff.delay(beforeRetry: .max, random: 1) == .seconds(6))
        #expect(backoff.delay(beforeRetry: .min, random: 1) == .seconds(1))
    }

    @Test(arguments: [(0.0, 500, 0), (0.5, 750, 500), (-3, 500, 0), (9, 1000, 1000)])
    func jitterTakesHalfOrAll(random: Double, half: Int, full: Int) {
        for (jitter, milliseconds) in [(ExponentialBackoff.Jitter.half, half), (.full, full)] {
            let backoff = ExponentialBackoff(firstDelay: .seconds(1), maxDelay: .seconds(9), jitter: jitter)
            #expect(backoff.delay(beforeRetry: 0, random: random) == .milliseconds(milliseconds))
        }
    }
}
