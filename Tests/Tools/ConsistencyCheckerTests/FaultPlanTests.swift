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
            #expect(plan.kinds.count { if case .failover = $0 { true } else { false } } == 1)
            #expect(plan.kinds.contains { $0 == .busRestart })
            #expect(plan.kinds.contains { if case .kill = $0 { true } else { false } })
            #expect(plan.kinds.contains { if case .freeze = $0 { true } else { false } })
            for resource in FaultPlan.Resource.allCases { #expect(plan.parts(from: resource)) }
        }
    }

    @Test func everythingHappensToEveryServer() {
        var seen: Set<FaultPlan.Kind> = []
        for seed in 1...200 as ClosedRange<UInt64> { seen.formUnion(Self.plan(seed).kinds) }
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
            let kinds = FaultPlan(seed: seed, steps: 1500, servers: 1).kinds
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

    // MARK: Overlapping faults

    private static func hard(_ seed: UInt64, servers: Int = 3) -> FaultPlan {
        FaultPlan(seed: seed, steps: 1500, servers: servers, own: [.database, .bus], overlapping: true)
    }

    @Test func eachServerIsFrozenForLongerThanALease() {
        for seed in 1...50 as ClosedRange<UInt64> {
            let long = Self.hard(seed).kinds.compactMap { kind -> Int? in
                if case .freeze(let server, let pause) = kind, pause > .seconds(8) { server } else { nil }
            }
            #expect(long.sorted() == [0, 1, 2])
        }
        #expect(!Self.plan(1).kinds.contains { if case .freeze(_, .seconds(12)) = $0 { true } else { false } })
    }

    /// Most plans have some, and nothing is left out or doubled.
    @Test(arguments: [2, 3, 8]) func someFaultsMeet(servers: Int) {
        let plans = (1...50 as ClosedRange<UInt64>).map { Self.hard($0, servers: servers) }
        #expect(plans.count { $0.faults.contains { $0.kinds.count == 2 } } > 25)
        for seed in 1...50 as ClosedRange<UInt64> {
            let plan = Self.hard(seed, servers: servers)
            #expect(plan == Self.hard(seed, servers: servers))
            #expect(plan.kinds.count { if case .failover = $0 { true } else { false } } == 1)
            for fault in plan.faults {
                #expect((1...2).contains(fault.kinds.count))
                #expect(fault.affected.count < servers, "\(fault): nobody can go on")
            }
        }
    }

    @Test func aServerOnlyStartsWhereItCan() {
        let (kill, stop) = (FaultPlan.Kind.kill(server: 0), FaultPlan.Kind.stop(server: 1))
        let freeze = FaultPlan.Kind.freeze(server: 0, .seconds(4))
        func parted(_ server: Int, _ resource: FaultPlan.Resource) -> FaultPlan.Kind {
            .partition(server: server, from: resource, .cut, .seconds(1))
        }
        let never: [(FaultPlan.Kind, FaultPlan.Kind)] = [
            (kill, .failover(isHung: true)), (.busRestart, stop), (kill, freeze), (kill, parted(0, .bus)),
            (parted(1, .database), stop), (parted(0, .bus), parted(0, .bus)),
        ]
        for (one, other) in never { #expect(!one.mayMeet(other, of: 3) && !other.mayMeet(one, of: 3)) }
        let sometimes: [(FaultPlan.Kind, FaultPlan.Kind)] = [
            (kill, stop), (freeze, .failover(isHung: true)), (freeze, parted(0, .bus)), (stop, parted(0, .database)),
            (parted(0, .bus), parted(0, .database)), (.busRestart, .failover(isHung: false)),
        ]
        for (one, other) in sometimes { #expect(one.mayMeet(other, of: 3) && other.mayMeet(one, of: 3)) }
        #expect(!kill.mayMeet(stop, of: 2), "nobody is left")
    }

    @Test func nothingOfOthersIsTakenAway() {
        for seed in 1...50 as ClosedRange<UInt64> {
            let plan = Self.plan(seed, [])
            #expect(!plan.parts(from: .database) && !plan.parts(from: .bus))
            #expect(!plan.kinds.contains { $0 == .busRestart })
        }
    }
}

extension FaultPlan {
    fileprivate var kinds: [Kind] { faults.flatMap(\.kinds) }

    fileprivate func parts(from resource: Resource) -> Bool {
        kinds.contains { if case .partition(_, resource, _, _) = $0 { true } else { false } }
    }
}
