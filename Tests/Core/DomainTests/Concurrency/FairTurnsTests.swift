import Testing

@testable import Domain

@Suite struct FairTurnsTests {
    private func turns(running: Int = 2, waiting: Int = 64) -> FairTurns<String, String> {
        var limits = FairTurns<String, String>.Limits()
        limits.running = running
        limits.waiting = waiting
        return FairTurns(limits: limits)
    }

    /// Runs one job at a time until none is left.
    private func order(_ turns: inout FairTurns<String, String>) -> [String] {
        var order: [String] = []
        while let job = turns.next() {
            order.append(job)
            turns.finished(of: String(job.prefix(1)))
        }
        return order
    }

    @Test func usersTakeTurns() throws {
        var turns = turns(running: 1)
        for job in ["e1", "e2", "e3", "e4", "a1", "a2", "b1"] { try turns.enqueue(job, of: String(job.prefix(1))) }
        #expect(order(&turns) == ["e1", "a1", "b1", "e2", "a2", "e3", "e4"])
        #expect(turns.waitingCount == 0)
        #expect(turns.runningCount == 0)
    }

    @Test func whoComesLaterWaitsForOneJobOfAnother() throws {
        var turns = turns(running: 1)
        for job in ["e1", "e2", "e3", "e4"] { try turns.enqueue(job, of: "e") }
        #expect(turns.next() == "e1")
        try turns.enqueue("a1", of: "a")
        turns.finished(of: "e")
        #expect(order(&turns) == ["e2", "a1", "e3", "e4"])
    }

    @Test func oneUserNeverHoldsAllWorkers() throws {
        var turns = turns()
        for job in ["e1", "e2", "e3"] { try turns.enqueue(job, of: "e") }
        #expect(turns.next() == "e1")
        #expect(turns.next() == nil)
        try turns.enqueue("a1", of: "a")
        #expect(turns.next() == "a1")
        turns.finished(of: "e")
        #expect(turns.next() == "e2")
    }

    @Test func waitingIsBoundedForEachAndForAll() throws {
        var turns = turns(waiting: 6)
        for job in 1...4 { try turns.enqueue("e\(job)", of: "e") }
        #expect(throws: FairTurns<String, String>.Refusal.userHasTooMany) { try turns.enqueue("e5", of: "e") }
        for job in 1...2 { try turns.enqueue("a\(job)", of: "a") }
        #expect(throws: FairTurns<String, String>.Refusal.tooMany) { try turns.enqueue("b1", of: "b") }
        #expect(turns.next() == "e1")
        try turns.enqueue("b1", of: "b")
        #expect(turns.waitingCount == 6)
    }
}
