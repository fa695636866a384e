package import Retrieval
package import TextReading
package import TimeExpressions

/// The words of a question, as the recognisers of data questions need them.
package struct AskedWords: Sendable {
    package let text: String
    package let words: [TextWord]
    package let folded: [String]
    package let phrase: String
    /// The times that it names; none if they weren't looked for.
    package let times: [TimeMatch]
    /// The known names in it; none if they weren't looked for.
    package let mentions: [PeopleDirectory.Mention]

    /// The people whom it names, and all to whom an ambiguous name can refer.
    package var people: Set<KnownPerson> { Set(mentions.flatMap(\.people)) }

    /// - Parameters:
    ///   - parser: looks for times, which takes longer than everything else here.
    ///   - directory: looks for names, which takes longer the more people are known.
    package init(_ text: String, times parser: TimeExpressionParser? = nil, people directory: PeopleDirectory? = nil) {
        self.text = text
        times = parser?.find(in: text) ?? []
        words = TextWord.words(of: text)
        mentions = directory?.mentions(in: words) ?? []
        folded = words.map(\.folded)
        phrase = folded.joined(separator: " ")
    }

    /// "Find me a free hour with Kenji this week", "when am I free on Friday?".
    package var isForFreeTime: Bool {
        has("free hour", "free slot", "free slots", "free time", "free times", "time free", "when am i free")
            || has("a gap", "open slot", "open slots", "when can i see", "when could i see", "slot free")
    }

    /// Whether it asks for a number of sessions: "how many online sessions did …", "how often did Mike come".
    package var countsSessions: Bool {
        if has("how often"), hasWord(["come", "came", "train", "trained", "see", "seen", "meet", "met"]) {
            return true
        }
        guard let many = folded.firstIndex(of: "many"), many > 0, folded[many - 1] == "how" else { return false }
        let nouns: Set<String> = [
            "sessions", "trainings", "workouts", "lessons", "classes", "calls", "meetings", "appointments", "events",
            "bookings", "times",
        ]
        let named = folded[(many + 1)...].prefix(2)
        let isCalendar =
            named.contains { nouns.contains($0) } && !hasWord(["left", "paid", "owe", "package", "used", "per"])
        return isCalendar
            && (!named.contains("times")
                || hasWord(["come", "came", "train", "trained", "see", "seen", "meet", "met", "cancel", "cancelled"]))
    }

    package func has(_ phrases: String...) -> Bool { phrases.contains { " \(phrase) ".contains(" \($0) ") } }
    package func hasWord(_ any: Set<String>) -> Bool { folded.contains(where: any.contains) }
}
