import Domain
import LanguageModels
import Testing

@testable import ModelBudgets

/// What a text is charged if its provider doesn't say, and what is held back for it.
@Suite struct TokenEstimateTests {
    @Test(arguments: [
        ("", 0), ("knee", 1), ("My knee hurts", 3), ("  two\n\twords ", 2), ("膝が痛い", 1), ("18:30, 2.5 kg", 3),
    ])
    func aTextHasAtLeastAsManyTokensAsWords(text: String, words: Int) {
        var estimate = TokenEstimate()
        estimate.add(text)
        #expect(estimate.words == words)
        #expect(estimate.likely <= estimate.most && estimate.likely >= words / 4)
    }

    @Test func howATextIsSplitChangesNothing() {
        let text = "Sara's knee hurt on 12 March, 膝が痛い"
        var (whole, parts) = (TokenEstimate(), TokenEstimate())
        whole.add(text)
        for character in text { parts.add(String(character)) }
        #expect(whole == parts)
    }

    @Test func everythingThatARequestHasCounts() {
        let plain = TokenEstimate(ModelRequest(messages: [.user("Who is ill?")]))
        let longer = TokenEstimate(ModelRequest(messages: [.system("Answer briefly."), .user("Who is ill?")]))
        #expect(plain.likely > 0 && longer.likely > plain.likely && longer.most > plain.most)
    }

    /// A text has at least as many tokens as words, so that an answer beyond what was reserved is cut off.
    @Test func anAnswerEndsAtWhatWasReserved() {
        let tally = UsageTally(input: TokenEstimate(), mostOutput: 3)
        #expect(!tally.hasEvents)
        #expect(tally.admit(.textDelta("one two ")) && tally.admit(.textDelta("three")))
        #expect(tally.hasEvents && !tally.admit(.textDelta(" four")))
    }
}
