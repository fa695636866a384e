import Testing

@testable import TimeExpressions

/// Expressions in sentences: what is cut out, and what is left alone.
@Suite struct TimeExpressionsFindTests {
    struct Sentence: Sendable {
        let text: String
        let found: [String]
        init(_ text: String, _ found: String...) { (self.text, self.found) = (text, found) }
    }

    private func check(_ sentence: Sentence) throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-11T13:15:00Z", "America/New_York"))
        let found = parser.find(in: sentence.text).map { "\(sentence.text[$0.range]) = \($0.reading.summary)" }
        #expect(found == sentence.found)
    }

    @Test(arguments: [
        Sentence(
            "call with Sara tomorrow at 3pm for 45 minutes about her knee",
            "tomorrow at 3pm for 45 minutes = interval 2026-03-12T15:00..2026-03-12T15:45 45min"
        ),
        Sentence("Schedule a call with Mike on Friday at 2", "on Friday at 2 = instant 2026-03-13T14:00"),
        Sentence("Remind me in 2 hours to check in with Tom", "in 2 hours = instant 2026-03-11T11:15"),
        Sentence("remind me to call Mike at 7", "at 7 = instant 2026-03-11T19:00 ?"),
        Sentence("Move Sara's session to Thursday at 4", "Thursday at 4 = instant 2026-03-12T16:00"),
        Sentence(
            "push my 3pm with Alex to 4:30",
            "3pm = instant 2026-03-11T15:00",
            "4:30 = instant 2026-03-11T16:30"
        ),
        Sentence("cancel tomorrow's session with Nina", "tomorrow's = date 2026-03-12"),
        Sentence(
            "Set up a 30 minute call with Sara tomorrow at 3",
            "30 minute = duration 30min",
            "tomorrow at 3 = instant 2026-03-12T15:00"
        ),
        Sentence("What did Mike say last Tuesday about his back?", "last Tuesday = date 2026-03-10 ?"),
        Sentence("Sat 9am works", "Sat 9am = instant 2026-03-14T09:00"),
        Sentence("see you on sat", "on sat = date 2026-03-14"),
        Sentence("on the 5th with Sara", "on the 5th = date 2026-04-05"),
        Sentence("meet on 3/14 at 5pm", "on 3/14 at 5pm = instant 2026-03-14T17:00"),
        Sentence(
            "Remind me every Monday at 8am to send check-ins",
            "every Monday at 8am = recurrence 2026-03-16T08:00 FREQ=WEEKLY;BYDAY=MO"
        ),
        Sentence(
            "Let's meet Monday or Tuesday at 5pm",
            "Monday = date 2026-03-16",
            "Tuesday at 5pm = instant 2026-03-17T17:00"
        ),
        Sentence(
            "free between 2 and 4 on Friday?",
            "between 2 and 4 on Friday = interval 2026-03-13T14:00..2026-03-13T16:00"
        ),
        Sentence(
            "call Sara Wednesday at 3pm Stockholm time",
            "Wednesday at 3pm Stockholm time = instant 2026-03-18T10:00"
        ),
        Sentence("reminder: Friday 13:00, call with Bo", "Friday 13:00 = instant 2026-03-13T13:00"),
        Sentence("lunch tomorrow at 12:30", "tomorrow at 12:30 = instant 2026-03-12T12:30"),
        Sentence("Tell Tom I'll call him tonight", "tonight = interval 2026-03-11T18:00..2026-03-12T00:00"),
        Sentence("since Monday my back hurts", "since Monday = interval 2026-03-09T00:00..2026-03-11T09:15"),
        Sentence(
            "I'll be in London from April 3 to April 7",
            "from April 3 to April 7 = interval 2026-04-03T00:00..2026-04-08T00:00"
        ),
        Sentence(
            "llamada con Sara mañana a las 3 de la tarde",
            "mañana a las 3 de la tarde = instant 2026-03-12T15:00"
        ),
        Sentence("🏋️ tomorrow 👍🏽 at 3pm", "tomorrow = date 2026-03-12", "at 3pm = instant 2026-03-11T15:00"),
    ])
    func findsTimesInSentences(_ sentence: Sentence) throws { try check(sentence) }

    @Test(arguments: [
        "I may march to the sun and sat down", "I did 5k in 25:30", "I ran 10k in 48:10", "we won 3-1",
        "pace was 4:30/km",
        "My knee pain is 7/10", "She said 6 to 8 weeks of rehab", "bench 80 kg for 3 sets of 10", "I'm available 24/7",
        "the 2nd set was hard", "it's my 3rd time", "at 80 kg", "do 5 at 7 reps", "I weigh 82.5",
        "train 3 times a week",
        "call me at 555-123-4567", "I think she may be late", "Hi August, June here", "my squat went from 80 to 90 kg",
        "slept 6 to 7 hours", "8-12 reps at RPE 8", "Good morning!", "do it now", "see you in 5", "10 to 5 minutes",
        "do this 2-3 times per week", "a day at a time", "give me a minute", "the second one", "March on!", "",
        "size 10 at $50", "my son is 7", "from 3 to 4 sets", "between 6 and 8 weeks", "in two or three weeks",
    ])
    func leavesOtherNumbersAlone(_ text: String) throws { try check(Sentence(text)) }
}
