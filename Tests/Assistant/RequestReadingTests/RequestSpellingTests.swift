import Testing

@testable import RequestReading

@Suite struct RequestSpellingTests {
    @Test(arguments: [
        ("shedule", "schedule"), ("cancle", "cancel"), ("resheduel", "reschedule"), ("mesage", "message"),
        ("cxl", "cancel"), ("avisale", "avisa"), ("cancelalo", "cancela eso"), ("muevela", "mueve eso"),
    ])
    func aSlipIsPutRight(typed: String, meant: String) { #expect(RequestSpelling.verb(typed) == meant) }

    /// Another word, or a report of what was done, is no slip.
    @Test(arguments: [
        "massage", "cancer", "rewind", "scheduled", "cancelled", "cancels", "cancelo", "wrote", "tomorrow",
    ])
    func anotherWordIsNone(typed: String) { #expect(RequestSpelling.verb(typed) == nil) }

    @Test(arguments: [
        ("cancle mikes call on Friday", "cancel mike's call on Friday"),
        ("Tell Mike that I'll cancle", "Tell Mike that I'll cancle"),
        ("“cancle it”, she wrote", "“cancle it”, she wrote"),
    ])
    func onlyTheVerbAndTheOwnerChange(typed: String, meant: String) {
        #expect(BuiltInGrammarTests.grammar.spelled(typed) == meant)
    }
}
