import AssistantTools
import TestSupport
import Testing
import TimeExpressions

@testable import RequestReading

/// Requests are put together from their parts, and their words deleted, negated and swapped: nothing that would be proposed for a
/// request stays the same, as if the word weren't there.
@Suite(.longTimeLimit) struct GeneratedRequestTests {
    private struct Parts {
        let pattern: String
        let name: String
        let other: String
        let event: String
        let day: String
        let clock: String
        let words: String

        init(using random: inout SeededRandom) {
            func pick(_ choices: [String]) -> String { choices.randomElement(using: &random) ?? "" }
            let names = ["Sara", "Mike", "Mark"].shuffled(using: &random)
            (name, other) = (names[0], names[1])
            pattern = pick(Self.patterns)
            event = pick(["call", "session", "training"])
            day = pick(["tomorrow", "on Friday", "on Monday", "next Tuesday", "on 19 March"])
            clock = pick(["9am", "3pm", "10:30", "half past four"])
            words = pick(["the gym is closed", "it rains a lot", "the plan has changed"])
        }

        private static let patterns = [
            "Cancel NAME's EVENT DAY", "Please cancel my EVENT with NAME DAY", "Call off NAME's EVENT DAY",
            "Could you drop my EVENT with NAME DAY", "Move NAME's EVENT DAY to CLOCK",
            "Push NAME's EVENT DAY back by 30 minutes", "Reschedule my EVENT with NAME DAY to CLOCK",
            "Book a EVENT with NAME DAY at CLOCK", "Schedule NAME for a EVENT DAY at CLOCK",
            "Can you put a EVENT with NAME in my calendar DAY at CLOCK", "Tell NAME that WORDS",
            "Let NAME know that WORDS", "Remind me DAY at CLOCK to call NAME",
        ]

        func text(name: String? = nil, day: String? = nil, clock: String? = nil, words: String? = nil) -> String {
            pattern.replacing("NAME", with: name ?? self.name).replacing("EVENT", with: event)
                .replacing("DAY", with: day ?? self.day).replacing("CLOCK", with: clock ?? self.clock)
                .replacing("WORDS", with: words ?? self.words)
        }

        /// The request with a word less, another one, or denied; each says something else.
        var changed: [String] {
            let said = text()
            let start = said.prefix(1).lowercased() + said.dropFirst()
            var changed = [
                "Don't \(start)", "Never \(start)", "I didn't say: \(start)", "Not \(start)", "Did I \(start)?",
            ]
            changed += ["\(said). No, don't.", "\(said), or maybe not"]
            changed += [text(name: other), text(name: "not \(name)"), text(name: "\(name) or \(other)")]
            if pattern.contains("NAME's") { changed.append(text(name: "\(name)'s friend")) }
            if pattern.contains("DAY") {
                changed += [
                    text(day: ""), text(day: "on Sunday"), text(day: "not \(day)"), text(day: "\(day) or on Sunday"),
                ]
            }
            if pattern.contains("CLOCK") { changed += [text(clock: "7:15"), text(clock: "\(clock) or 7:15")] }
            if pattern.contains("WORDS") { changed.append(text(words: "nothing has changed")) }
            return changed
        }
    }

    /// What would be proposed, in words.
    private static func proposed(_ text: String) -> Set<String> {
        let actions = BuiltInGrammarTests.grammar.actions(in: text).filter { $0.question == nil }
        return Set(actions.map { "\($0.toolRequest) \(String(describing: $0.event)) \(String(describing: $0.change))" })
    }

    @Test func noWordOfARequestIsAsIfItWereNotThere() {
        var random = SeededRandom(seed: 2_034)
        var read = 0
        for _ in 0..<TestLength.choose(150, full: 2_000) {
            let parts = Parts(using: &random)
            let proposed = Self.proposed(parts.text())
            read += proposed.isEmpty ? 0 : 1
            for said in parts.changed {
                let same = Self.proposed(said).intersection(proposed)
                #expect(same.isEmpty, "“\(said)” is as “\(parts.text())”: \(same)")
            }
        }
        #expect(read >= TestLength.choose(140, full: 1_900))
    }

    @Test(arguments: [
        "Mike wrote: tell Sara I quit", "According to Mike: cancel his session tomorrow",
        "I never said: cancel Mike tomorrow",
        "Tell Sara it's at 5 and Mike it's at 6", "Tell Sara in the group that I'm late",
        "Tell Sara privately that I'm late", "Text Sara at 5pm: I'm outside", "Text Sara tomorrow at 9 good luck",
        "Tell Mike (the runner) that I'm late", "Book Sara plus one on Friday at 3pm", "Book Sara by Friday 3pm",
        "Make Sara's session tomorrow a call", "I want to see what Sara wrote today",
    ])
    func whatSaysMoreIsAskedAbout(text: String) { #expect(Self.proposed(text).isEmpty) }

    @Test(arguments: [
        "Tell Sara tomorrow works", "Tell Sara 5pm is fine", "Tell Sara that it's at 5 and Mike is late",
        "Mike's session: move it to 5pm", "No problem, book Sara on Friday at 3pm", "Text Sara: see you at 5pm",
        "Move Sara from Monday to Friday at 3pm",
    ])
    func whatOnlySoundsLikeItIsRead(text: String) { #expect(Self.proposed(text).count == 1) }

    @Test func theDayAfterAShiftIsTheEvents() {
        let actions = BuiltInGrammarTests.grammar.actions(in: "Move Sara half an hour forward on Friday")
        #expect(actions.first?.event?.time?.local?.prefix(10) == "2026-03-13")
    }

    @Test func theOldTimeMayComeLast() {
        let actions = BuiltInGrammarTests.grammar.actions(in: "Move Sara to Friday from Thursday")
        guard case .to(let new)? = actions.first?.change else {
            Issue.record("\(actions)")
            return
        }
        #expect(new == "Friday")
    }
}
