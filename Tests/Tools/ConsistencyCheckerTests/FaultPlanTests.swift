import ServerHarness
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
            #expect(plan.faults.contains { if case .kill = $0.kind { true } else { false } })
            #expect(plan.faults.contains { if case .freeze = $0.kind { true } else { false } })
            for resource in FaultPlan.Resource.allCases { #expect(plan.parts(from: resource)) }
        }
    }

    @Test func everythingHappensToEveryServer() {
        var seen: Set<FaultPlan.Kind> = []
        for seed in 1...200 as ClosedRange<UInt64> { seen.formUnion(Self.plan(seed).faults.map(\.kind)) }
        for server in 0..<3 {
            #expect(seen.isSuperset(of: [.kill(server: server), .stop(server: server)]))
            #expect(seen.contains(.freeze(server: server, .seconds(4))))
            #expect(seen.contains(.partition(server: server, from: .bus, .cut, .seconds(3))))
            #expect(seen.contains(.partition(server: server, from: .database, .stalled, .seconds(7))))
        }
        #expect(seen.isSuperset(of: [.failover(isHung: true), .failover(isHung: false)]))
    }

    /// Clients are busy before, during and after each of them.
    @Test(arguments: [10, 240, 1500]) func faultsHaveStepsForThemselves(steps: Int) {
        for seed in 1...50 as ClosedRange<UInt64> {
            let plan = FaultPlan(seed: seed, steps: steps, servers: 3, own: [.database, .bus])
            let at = plan.faults.map(\.step)
            #expect(at == at.sorted())
            #expect(at.allSatisfy { (steps / 10...max(1, steps * 9 / 10)).contains($0) })
            for (number, step) in at.enumerated() {
                let next = number + 1 < at.count ? at[number + 1] : steps
                #expect((step...next).contains(plan.limit(of: number)))
                if steps == 1500 { #expect(plan.limit(of: number) - step >= 15 && next - step >= 30) }
            }
            #expect(plan.limit(of: at.count) == .max)
        }
    }

    /// A single server can't be frozen: nobody would notice.
    @Test func aSingleServerIsKilledAndStopped() {
        for seed in 1...50 as ClosedRange<UInt64> {
            let kinds = FaultPlan(seed: seed, steps: 1500, servers: 1).faults.map(\.kind)
            #expect(kinds.contains(.kill(server: 0)) && kinds.contains(.stop(server: 0)))
            #expect(Set(kinds).isSubset(of: [.kill(server: 0), .stop(server: 0)]))
        }
    }

    @Test func whoCanNotGoOn() {
        let affected: [FaultPlan.Kind] = [
            .kill(server: 1), .stop(server: 1), .freeze(server: 1, .seconds(4)),
            .partition(server: 1, from: .database, .cut, .seconds(1)),
        ]
        #expect(affected.allSatisfy { $0.affected == 1 })
        let others: [FaultPlan.Kind] = [
            .partition(server: 1, from: .bus, .cut, .seconds(1)), .busRestart, .failover(isHung: true),
        ]
        #expect(others.allSatisfy { $0.affected == nil })
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
