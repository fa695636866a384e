import Testing

@testable import ConsistencyChecker

@Suite struct FaultPlanTests {
    private static func plan(_ seed: UInt64, _ own: Set<FaultPlan.Resource> = [.database, .bus]) -> FaultPlan {
        FaultPlan(seed: seed, steps: 1500, servers: 3, own: own)
    }

    @Test func sameSeedSamePlan() {
        for seed in 1...50 as ClosedRange<UInt64> { #expect(Self.plan(seed) == Self.plan(seed)) }
        #expect(Self.plan(1) != Self.plan(2))
    }

    @Test func everythingIsTakenAwayInEveryPlan() {
        for seed in 1...50 as ClosedRange<UInt64> {
            let plan = Self.plan(seed)
            #expect(plan.faults.count { if case .failover = $0.kind { true } else { false } } == 1)
            #expect(plan.faults.contains { $0.kind == .busRestart })
            for resource in FaultPlan.Resource.allCases { #expect(plan.parts(from: resource)) }
            #expect(plan.faults.allSatisfy { (150...1350).contains($0.step) })
        }
    }

    @Test func nothingOfOthersIsTakenAway() {
        for seed in 1...50 as ClosedRange<UInt64> {
            let plan = Self.plan(seed, [])
            #expect(!plan.parts(from: .database) && !plan.parts(from: .bus))
            #expect(!plan.faults.contains { $0.kind == .busRestart })
        }
    }
}

extension FaultPlan {
    fileprivate func parts(from resource: Resource) -> Bool {
        faults.contains { if case .partition(_, resource, _, _) = $0.kind { true } else { false } }
    }
}
