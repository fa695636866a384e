import Testing

@testable import Gateway

@Suite struct SendBudgetTests {
    @Test func admitsUpToTheLimit() {
        var budget = SendBudget(limit: 100)
        for queued in stride(from: 0, to: 100, by: 10) { #expect(budget.admit(10, queued: { queued }) == true) }
        #expect(budget.admit(1, queued: { 100 }) == false)
        #expect(budget.admit(50, queued: { 50 }) == true)
        #expect(budget.admit(1, queued: { 100 }) == false)
    }

    @Test func asksOnlyWhenItMatters() {
        var budget = SendBudget(limit: 100)
        var asked = 0
        for _ in 0..<100 {
            let isAdmitted = budget.admit(10) {
                asked += 1
                return 0
            }
            #expect(isAdmitted)
        }
        #expect(asked == 9)
    }

    @Test func ephemeralMayFillAQuarter() {
        var budget = SendBudget(limit: 100)
        #expect(budget.admit(25, isEphemeral: true, queued: { 0 }) == true)
        #expect(budget.admit(1, isEphemeral: true, queued: { 25 }) == false)
        #expect(budget.admit(60, queued: { 25 }) == true)
        #expect(budget.admit(1, isEphemeral: true, queued: { 85 }) == false)
        #expect(budget.admit(1, isEphemeral: true, queued: { 0 }) == true)
    }

    @Test func refusesWhatCanNeverFit() {
        var budget = SendBudget(limit: 100)
        #expect(budget.admit(101, queued: { 0 }) == false)
        #expect(budget.admit(.max, queued: { 0 }) == false)
    }
}
