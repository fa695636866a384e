import Testing

@testable import ConsistencyChecker

@Suite struct DutiesTests {
    private static func found(
        _ scheduled: [String: Bool],
        _ texts: [String],
        reminders: (acked: Set<String>, there: Set<String>) = ([], []),
        notices: [String] = []
    ) -> [String] {
        var state = Duties.Record.State()
        (state.scheduled, state.reminders) = (scheduled, reminders.acked)
        return Duties.violations(of: state, texts, reminders: reminders.there, notices: notices).map(\.text)
    }

    /// What nobody has confirmed may be there or not, once.
    @Test func onceIsRight() {
        #expect(Self.found(["a": true, "b": false, "c": false], ["a", "b", "hello"]) == [])
        #expect(
            Self.found([:], [], reminders: (["r1"], ["r1", "r2"]), notices: ["r2", "r1"]) == []
        )
    }

    @Test func neverAndTwiceAreWrong() {
        #expect(Self.found(["a": true], []) == ["the scheduled message 'a' was sent 0 times"])
        #expect(Self.found(["a": true], ["a", "a"]) == ["the scheduled message 'a' was sent 2 times"])
        #expect(Self.found(["a": false], ["a", "a"]) == ["the scheduled message 'a' was sent 2 times"])
    }

    @Test func aReminderIsToldOfOnce() {
        #expect(Self.found([:], [], reminders: ([], ["r1"])) == ["0 notices tell of the reminder r1"])
        let twice = Self.found([:], [], reminders: ([], ["r1"]), notices: ["r1", "r1"])
        #expect(twice == ["2 notices tell of the reminder r1"])
        #expect(Self.found([:], [], reminders: (["r1"], [])) == ["the reminder r1 was acked and is gone"])
    }
}
