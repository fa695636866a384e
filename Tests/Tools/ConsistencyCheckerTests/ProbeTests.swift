import Domain
import Testing

@testable import ConsistencyChecker

@Suite struct ProbeTests {
    private static func message(_ seq: Int, _ key: String) -> JSONValue {
        ["seq": .integer(seq), "clientMessageId": .string(key)]
    }

    private static func rules(_ acked: [String: Int], _ messages: [JSONValue]) -> [String] {
        Probe.violations(of: acked, in: messages).map(\.rule)
    }

    /// A message whose answer was lost may be there all the same.
    @Test func allIsWell() {
        let messages = [Self.message(1, "a"), Self.message(2, "b"), Self.message(3, "c")]
        #expect(Self.rules(["a": 1, "c": 3], messages) == [])
    }

    @Test func whatIsMissingIsLost() {
        #expect(Self.rules(["a": 1, "b": 2], [Self.message(1, "a")]) == ["no acked loss"])
        #expect(Self.rules(["a": 1], []) == ["no acked loss"])
    }

    @Test func oneKeyIsOneMessage() {
        #expect(Self.rules(["a": 1], [Self.message(1, "a"), Self.message(2, "a")]) == ["no duplicate"])
    }

    @Test func anAckedPlaceStays() {
        #expect(Self.rules(["a": 1], [Self.message(2, "a")]) == ["one order"])
        #expect(Self.rules([:], [Self.message(2, "a"), Self.message(2, "b")]) == ["one order"])
    }
}
