import Domain
import Scheduling
import Testing
import TextReading

@testable import AssistantTools

/// What the assistant says by itself, in each language that there is a file of.
@Suite struct AssistantSentencesTests {
    @Test(arguments: AssistantSentences.all.keys.sorted { $0.code < $1.code })
    func eachSentenceIsThereWithItsPlaces(language: TextLanguage) throws {
        let says = AssistantSentences.of(language)
        for sentence in AssistantSentence.allCases {
            let text = try #require(says[sentence], "\(language.code): \(sentence.rawValue)")
            let english = try #require(AssistantSentences.english[sentence])
            // What has no place isn't said, as a possessive that another language doesn't have.
            #expect(Self.places(in: text).isSubset(of: Self.places(in: english)), "\(language.code): \(text)")
            #expect(sentence == .help || !text.contains("\n"))
        }
        #expect(says.weekdays.count == 7 && says.months.count == 12)
    }

    @Test func whatStandsInAPlaceIsNotLookedAtForPlaces() {
        let name = "{question} {words}"
        #expect(AssistantSentences.english(.noChat, ["name": name]).contains("no chat with {question} {words} yet"))
        #expect(AssistantSentences.of(.spanish)(.noChat, ["name": name]).contains("un chat con {question} {words}."))
    }

    @Test func aLanguageWithoutAFileIsEnglish() {
        #expect(AssistantSentences.of(.swedish)(.whichOne) == "Which one?")
    }

    @Test func timesAreTold() throws {
        let (instant, now) = (Timestamp(rfc3339: "2026-03-11T18:00:00Z"), Timestamp(rfc3339: "2026-03-14T09:00:00Z"))
        let (then, today) = (try #require(instant), try #require(now))
        let spanish = LocalizedText(timezone: "Europe/Madrid", in: .of(.spanish))
        #expect(spanish.moment(then, from: today) == "mié 11 mar 2026 19:00 (hace 3 días)")
        #expect(spanish.distance(of: today, from: then) == "dentro de 3 días")
        #expect(spanish.weekday(then) == "miércoles")
        let english = LocalizedText(timezone: "Europe/Madrid")
        #expect(english.moment(then, from: today) == "Wed 11 Mar 2026 19:00 (3 days ago)")
        let clock = try #require(LocalClock(identifier: "Europe/Madrid"))
        #expect(MomentFormatter(clock: clock, now: today, in: .of(.spanish)).moment(then) == "mié 11 mar 19:00")
        #expect(MomentFormatter(clock: clock, now: today).moment(then) == "Wed 11 Mar 19:00")
    }

    private static func places(in text: String) -> Set<Substring> {
        Set(text.matches(of: /\{(\w+)\}/).map { $0.output.1 })
    }
}
