import Dispatch
import Domain
import Synchronization
import TestSupport
import Testing

@Suite(.standardTimeLimit) struct BackgroundWorkTests {
    private let eve = UserID(high: 1, low: 1)
    private let sara = UserID(high: 1, low: 2)

    private final class Order: Sendable {
        private let all = Mutex<[String]>([])
        var names: [String] { all.withLock { $0 } }
        func add(_ name: String) { all.withLock { $0.append(name) } }
    }

    /// Holds a thread until it is let go.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        let hasBegun = Atomic(false)

        func hold() {
            hasBegun.store(true, ordering: .relaxed)
            semaphore.wait()
        }

        func open() { semaphore.signal() }
    }

    @Test func valuesAndErrorsComeBack() async throws {
        let work = BackgroundWork(width: 1)
        #expect(await work.run(of: eve) { 7 } == 7)
        await #expect(throws: SpotterError.self) { try await work.run(of: eve) { throw SpotterError.invalid("no") } }
        #expect(await work.run(of: eve) { await work.run(of: sara) { 8 } } == 8, "within one another")
        #expect(work.waitingCount == 0)
    }

    /// What waits in the meantime holds up nobody: neither a thread, nor a turn.
    @Test func aTurnEndsWhereTheWorkWaits() async throws {
        let work = BackgroundWork(width: 1)
        let (waiting, go) = AsyncStream<Void>.makeStream()
        let (began, begin) = AsyncStream<Void>.makeStream()
        async let slow: Int = work.run(of: eve) {
            begin.finish()
            for await _ in waiting {}
            return 1
        }
        for await _ in began {}
        #expect(await work.run(of: eve) { 2 } == 2)
        go.finish()
        #expect(await slow == 1)
    }

    @Test func usersTakeTurns() async throws {
        let work = BackgroundWork(width: 1)
        let (gate, order) = (Gate(), Order())
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await work.run(of: eve) { gate.hold() } }
            await until("it runs") { gate.hasBegun.load(ordering: .relaxed) }
            for number in 1...4 {
                group.addTask { await work.run(of: eve) { order.add("eve") } }
                await until("it waits") { work.waitingCount == number }
            }
            group.addTask { await work.run(of: sara) { order.add("sara") } }
            await until("all wait") { work.waitingCount == 5 }
            gate.open()
        }
        #expect((order.names.firstIndex(of: "sara") ?? 5) <= 1, "\(order.names)")
        #expect(order.names.count == 5)
    }

    /// Long work that yields lets others between.
    @Test func yieldingLetsOthersBetween() async throws {
        let work = BackgroundWork(width: 1)
        let (gate, order) = (Gate(), Order())
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                await work.run(of: eve) {
                    gate.hold()
                    for _ in 0..<100 {
                        order.add("eve")
                        await Task.yield()
                    }
                }
            }
            await until("it runs") { gate.hasBegun.load(ordering: .relaxed) }
            group.addTask { await work.run(of: sara) { order.add("sara") } }
            await until("it waits") { work.waitingCount == 1 }
            gate.open()
        }
        #expect((order.names.firstIndex(of: "sara") ?? 100) <= 1, "\(order.names)")
    }

    /// One user has half of the threads at most.
    @Test func oneUserLeavesThreadsToOthers() async throws {
        let work = BackgroundWork(width: 2)
        let gates = [Gate(), Gate()]
        await withTaskGroup(of: Void.self) { group in
            for gate in gates { group.addTask { await work.run(of: eve) { gate.hold() } } }
            await until("one waits") {
                gates.contains { $0.hasBegun.load(ordering: .relaxed) } && work.waitingCount == 1
            }
            #expect(await work.run(of: sara) { true })
            for gate in gates { gate.open() }
        }
    }
}
