import Synchronization
import TestSupport
import Testing

@testable import ConsistencyChecker

@Suite(.standardTimeLimit) struct StepGateTests {
    @Test func holdsWhoeverReachesTheLimit() async {
        let gate = StepGate(limit: 2)
        let passed = Atomic<Int>(0)
        let step: @Sendable () async -> Void = {
            await gate.pass()
            passed.wrappingAdd(1, ordering: .relaxed)
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { await step() } }
            await group.next()
            await gate.reach(4)
            #expect(passed.load(ordering: .relaxed) == 1)
            gate.open(to: 4)
            await group.next()
            await group.next()
            #expect(passed.load(ordering: .relaxed) == 3)
            gate.open(to: .max)
        }
        #expect(passed.load(ordering: .relaxed) == 4)
    }

    @Test func reachesAStepThatIsDone() async {
        let gate = StepGate(limit: .max)
        for _ in 0..<3 { await gate.pass() }
        await gate.reach(2)
        await gate.reach(3)
    }

    @Test func nobodyWaitsForStepsThatWillNotBeDone() async {
        let gate = StepGate(limit: .max)
        async let reached: Void = gate.reach(1)
        gate.finish()
        await reached
        await gate.reach(2)
    }
}
