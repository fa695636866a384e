import Foundation
import Testing

@testable import ClientProfiles

/// The rates of the rules on labelled chats. `SPOTTER_PROFILES=1` prints them with all misses.
@Suite struct LabelledProfilesTests {
    @Test(arguments: ["studio", "harbour", "pier"])
    func theRulesFindWhatClientsSayOfThemselves(world: String) throws {
        let score = try LabelledProfiles().score(of: world)
        if ProcessInfo.processInfo.environment["SPOTTER_PROFILES"] != nil {
            print("\(world): \(score.figures)")
            for (title, lines) in [("wrong", score.wrong), ("missed", score.missed), ("status", score.status)] {
                for line in lines { print("\(title): \(line)") }
            }
        }
        #expect(score.precision >= 0.9, "\(score.wrong)")
        #expect(score.recall >= 0.7, "\(score.missed)")
    }
}
