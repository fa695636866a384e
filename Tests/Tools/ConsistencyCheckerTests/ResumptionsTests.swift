import Synchronization
import Testing

@testable import ConsistencyChecker

@Suite struct ResumptionsTests {
    /// A clock that the test sets.
    private final class Time: Sendable {
        private let instant = Mutex(ContinuousClock.now)

        func pass(_ seconds: Int) { instant.withLock { $0 += .seconds(seconds) } }

        func resumptions(servers: Int) -> Resumptions {
            Resumptions(servers: servers) { [self] in instant.withLock { $0 } }
        }
    }

    @Test func anAttemptCountsFromItsBegin() {
        let time = Time()
        let resumptions = time.resumptions(servers: 3)
        resumptions.struck(by: .kill(server: 1))
        time.pass(10)
        let attempt = resumptions.begin()
        time.pass(2)
        resumptions.note("p0d1", attempt)
        #expect(resumptions.times.map(\.time) == [.seconds(2)])
        #expect(resumptions.times.map(\.atOnce) == [1])
    }

    /// Without a server there is nothing to resume at.
    @Test(arguments: [
        [FaultPlan.Kind.failover(isHung: true)], [.kill(server: 0), .freeze(server: 1, .seconds(12))],
    ])
    func whatNobodyCanDoIsNotCounted(faults: [FaultPlan.Kind]) {
        let time = Time()
        let resumptions = time.resumptions(servers: 2)
        for kind in faults { resumptions.struck(by: kind) }
        let attempt = resumptions.begin()
        time.pass(9)
        resumptions.note("early", attempt)
        #expect(resumptions.times.isEmpty)
        resumptions.mended(faults[0])
        time.pass(4)
        resumptions.note("late", attempt)
        #expect(resumptions.times.map(\.time) == [.seconds(4)])
        #expect(resumptions.times.map(\.atOnce) == [faults.count])
    }

    /// A fault that takes no server away, or ends while another server was there all the time, gives no time.
    @Test func oneServerIsEnough() {
        let time = Time()
        let resumptions = time.resumptions(servers: 2)
        resumptions.struck(by: .busRestart)
        resumptions.struck(by: .freeze(server: 0, .seconds(12)))
        let attempt = resumptions.begin()
        time.pass(6)
        resumptions.mended(.freeze(server: 0, .seconds(12)))
        resumptions.note("p0d1", attempt)
        let found = resumptions.times.first
        #expect(found?.time == .seconds(6) && found?.atOnce == 2)
        #expect(found?.isInTime(.seconds(3)) == true && found?.isInTime(.seconds(2)) == false)
    }

    @Test func aDeviceMovesWithEachConnectionButItsFirst() {
        var state = DeviceState()
        let first = state.moves()
        #expect(!first && state.server == 0)
        state.connection = 0
        let second = state.moves()
        #expect(second && state.server == 1)
    }
}
