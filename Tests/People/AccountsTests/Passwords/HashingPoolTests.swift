import Dispatch
import Domain
import Synchronization
import TestSupport
import Testing

@testable import Accounts

/// Who waits for whom when many passwords are to be hashed at once.
@Suite struct HashingPoolTests {
    /// A pool with a thread that is held up until the test lets it go, which notes the order of its jobs.
    private final class Rig: Sendable {
        let pool: HashingPool
        private let gate = DispatchSemaphore(value: 0)
        private let done = Mutex<[String]>([])
        private let refusals = Mutex<[String: ErrorCode]>([:])

        init(threads: Int = 1, maxWaiting: Int = 64) { pool = HashingPool(threads: threads, maxWaiting: maxWaiting) }

        func run(_ name: String, _ lane: HashingPool.Lane, of caller: PasswordCaller?) async throws {
            do {
                try await pool.run(lane, of: caller) { self.done.withLock { $0.append(name) } }
            } catch let error as SpotterError {
                refusals.withLock { $0[name] = error.code }
            }
        }

        /// Takes a thread until `open`.
        func holdUp(of caller: PasswordCaller? = nil) async {
            let (begun, begin) = AsyncStream<Void>.makeStream()
            Task {
                try await pool.run(.new, of: caller) {
                    begin.yield(); self.gate.wait()
                }
            }
            for await _ in begun { break }
        }

        func open() { gate.signal() }
        var order: [String] { done.withLock { $0 } }
        var refused: [String: ErrorCode] { refusals.withLock { $0 } }
    }

    private func caller(_ number: UInt8, isBounded: Bool = true) -> PasswordCaller {
        PasswordCaller(key: [number], isBounded: isBounded)
    }

    /// Starts jobs one by one, so that they wait in this order, then lets them run.
    private func order(
        of jobs: [(String, HashingPool.Lane, PasswordCaller?)],
        maxWaiting: Int = 64
    ) async throws -> (order: [String], refused: [String: ErrorCode]) {
        let rig = Rig(maxWaiting: maxWaiting)
        await rig.holdUp()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (name, lane, caller) in jobs {
                let waiting = rig.pool.waiting
                group.addTask { try await rig.run(name, lane, of: caller) }
                await until("it waits, or has been refused or has displaced another") {
                    rig.pool.waiting != waiting || !rig.refused.isEmpty
                }
            }
            rig.open()
            try await group.waitForAll()
        }
        return (rig.order, rig.refused)
    }

    @Test func registrationsDontHoldUpLogIns() async throws {
        let burst = (0..<6).map { ("new\($0)", HashingPool.Lane.new, PasswordCaller?.none) }
        let (order, refused) = try await order(of: burst + [("login", .check, caller(1))])
        #expect(refused.isEmpty && order.count == 7)
        #expect(try #require(order.firstIndex(of: "login")) <= 1)
    }

    @Test func logInsGetInWhenNewPasswordsAreFull() async throws {
        let burst = (0..<5).map { ("new\($0)", HashingPool.Lane.new, PasswordCaller?.none) }
        let (order, refused) = try await order(of: burst + [("login", .check, caller(1))], maxWaiting: 4)
        #expect(refused == ["new4": .unavailable])
        #expect(order.contains("login"))
    }

    @Test func callersTakeTurns() async throws {
        let machine = caller(0, isBounded: false)
        let jobs = (0..<5).map { ("m\($0)", HashingPool.Lane.check, PasswordCaller?.some(machine)) }
        let (order, _) = try await order(of: jobs + [("a", .check, caller(1)), ("b", .check, caller(2))])
        #expect(order == ["m0", "a", "b", "m1", "m2", "m3", "m4"])
    }

    @Test func anAddressHasFourWaiting() async throws {
        let jobs = (0..<5).map { ("\($0)", HashingPool.Lane.check, PasswordCaller?.some(caller(1))) }
        let (order, refused) = try await order(of: jobs)
        #expect(order == ["0", "1", "2", "3"] && refused == ["4": .rateLimited])
    }

    /// One address can't keep everybody's log-ins waiting, whatever it sends.
    @Test func anAddressNeverHasAllThreads() async throws {
        let rig = Rig(threads: 2)
        await rig.holdUp(of: caller(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for name in ["a1", "a2"] { group.addTask { try await rig.run(name, .check, of: caller(1)) } }
            await until("they wait") { rig.pool.waiting == 2 }
            try await rig.run("b", .check, of: caller(2))
            #expect(rig.order == ["b"])
            #expect(rig.pool.waiting == 2)
            rig.open()
            try await group.waitForAll()
        }
        #expect(rig.order.count == 3)
        // This machine's own address stands for many people.
        let machine = Rig(threads: 2)
        await machine.holdUp(of: caller(0, isBounded: false))
        try await machine.run("m", .check, of: caller(0, isBounded: false))
        #expect(machine.order == ["m"])
        machine.open()
    }

    @Test func theLongestLineMakesRoom() async throws {
        let machine = caller(0, isBounded: false)
        let jobs = (0..<4).map { ("m\($0)", HashingPool.Lane.check, PasswordCaller?.some(machine)) }
        let (order, refused) = try await order(of: jobs + [("a", .check, caller(1))], maxWaiting: 4)
        #expect(order == ["m0", "a", "m1", "m2"] && refused == ["m3": .unavailable])
    }

    @Test func whoHasAsManyAsAnybodyIsRefusedWhenFull() async throws {
        let jobs = (0..<4).map { ("\($0)", HashingPool.Lane.check, PasswordCaller?.some(caller(UInt8($0)))) }
        let (order, refused) = try await order(of: jobs + [("x", .check, caller(9))], maxWaiting: 4)
        #expect(order == ["0", "1", "2", "3"] && refused == ["x": .unavailable])
    }
}
