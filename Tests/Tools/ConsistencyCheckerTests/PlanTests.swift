import Testing

@testable import ConsistencyChecker

@Suite struct PlanTests {
    @Test func sameSeedSamePlan() {
        for seed in 1...50 as ClosedRange<UInt64> {
            let (one, other) = (Plan(seed: seed), Plan(seed: seed))
            #expect(one.scripts.map(\.steps) == other.scripts.map(\.steps))
            #expect(one.scripts.map(\.tail) == other.scripts.map(\.tail))
        }
        #expect(Plan(seed: 1).scripts.map(\.steps) != Plan(seed: 2).scripts.map(\.steps))
    }
}
