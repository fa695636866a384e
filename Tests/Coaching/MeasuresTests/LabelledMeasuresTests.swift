import Foundation
import Testing

@testable import Measures

/// The rates of the rules on labelled messages. `SPOTTER_MEASURES=1` prints them with all misses.
@Suite struct LabelledMeasuresTests {
    @Test(arguments: ["dev", "held"], ["en", "es", "de", "fr", "pt"])
    func theRulesReadWhatClientsMeasure(split: String, language: String) throws {
        let messages = try LabelledMeasures(split: split, language: language)
        #expect(messages.messages.count >= 39)
        let score = messages.score()
        if ProcessInfo.processInfo.environment["SPOTTER_MEASURES"] != nil {
            print("\(split) \(language): precision \(score.precision), recall \(score.recall)")
            for (title, lines) in [("wrong", score.wrong), ("missed", score.missed)] {
                for line in lines { print("\(title): \(line)") }
            }
        }
        #expect(score.precision >= 0.95, "\(score.wrong)")
        #expect(score.recall >= 0.8, "\(score.missed)")
        #expect(score.strangers.isEmpty, "\(score.strangers)")
        #expect(score.units.isEmpty, "\(score.units)")
    }

    @Test func thereAreSixHundredMessagesAndAThirdIsHeldOut() throws {
        let (seen, held) = (try LabelledMeasures(split: "dev").messages, try LabelledMeasures(split: "held").messages)
        #expect(seen.count + held.count >= 600 && held.count * 3 >= 600)
    }
}
