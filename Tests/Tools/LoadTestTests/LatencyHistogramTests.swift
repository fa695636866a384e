import Testing

@testable import LoadTest

@Suite struct LatencyHistogramTests {
    @Test func quantilesAreRightWithinABucket() throws {
        var random = SystemRandomNumberGenerator()
        let values = (0..<10_000).map { _ in Int64(exactly: 1 << Int.random(in: 0...30, using: &random)) ?? 1 }
            .map { Int64.random(in: 0...$0, using: &random) }
        var histogram = LatencyHistogram()
        for value in values { histogram.record(value) }
        let sorted = values.sorted()
        for share in [0.01, 0.5, 0.9, 0.99, 0.999, 1] {
            let exact = sorted[max(1, Int((Double(sorted.count) * share).rounded(.up))) - 1]
            let found = try #require(histogram.quantile(share))
            #expect(abs(found - exact) <= exact / 64 + 1, "\(share): \(found), exactly \(exact)")
        }
        #expect(histogram.quantile(1) == sorted.last)
    }

    @Test func smallValuesAreExact() {
        var histogram = LatencyHistogram()
        for value in 1...100 as ClosedRange<Int64> { histogram.record(value % 64) }
        #expect(histogram.quantile(0.5) == (1...100).map { Int64($0 % 64) }.sorted()[49])
        #expect(LatencyHistogram().quantile(0.5) == nil)
    }

    @Test func ofTwoThreadsIsOfAll() {
        var (one, other, all) = (LatencyHistogram(), LatencyHistogram(), LatencyHistogram())
        for value in 0..<1000 as Range<Int64> {
            if value % 3 == 0 { one.record(value * value) } else { other.record(value * value) }
            all.record(value * value)
        }
        one.add(other)
        #expect(one == all)
    }

    @Test(arguments: [-5, Int64.max, Int64.max - 1, 0]) func anyValueHasABucket(value: Int64) {
        var histogram = LatencyHistogram()
        histogram.record(value)
        #expect(histogram.count == 1)
        #expect(histogram.quantile(1) != nil)
    }
}
