import Testing
import TextReading

@testable import OutputSafety

/// The words by which claims are found are data: every entry can be met in an answer.
@Suite struct ClaimWordsTests {
    @Test func everyEntryIsReadAsItIsWritten() {
        #expect(ActionClaim.table.lists.count > 20)
        for (purpose, list) in ActionClaim.table.lists {
            for entry in list.all {
                #expect(ActionClaim.words(of: entry).joined(separator: " ") == entry, "\(purpose)")
            }
        }
    }

    /// Which tools a verb claims would depend on chance.
    @Test(arguments: ["noun", "participle", "gerund"])
    func noVerbHasTwoMeanings(kind: String) {
        let words = ActionClaim.table.lists.filter { $0.key.hasPrefix(kind + " ") }.flatMap { $0.value.all }
        #expect(Set(words).count == words.count && !words.isEmpty)
    }

    @Test(arguments: [
        ("I've booked it with Sara.", true), ("C'est fait.", true), ("Jag har skickat det", true),
        ("Sara moved her session.", false),
    ])
    func claimsOfEveryLanguageAreFound(text: String, isClaim: Bool) { #expect(ActionClaim.isIn(text) == isClaim) }

    /// A claim to have shared something is one of no certain tool: a confirmed message doesn't make it true.
    @Test func sharingIsOfNoCertainTool() { #expect(ActionClaim.isIn("I've shared the plan.", butFor: [])) }
}
