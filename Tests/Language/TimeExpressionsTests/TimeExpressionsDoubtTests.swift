import Foundation
import Testing

@testable import TimeExpressions

/// What the assistant shows beside a time before it acts: doubts, whose zone is meant, words that were left over.
@Suite struct TimeExpressionsDoubtTests {
    struct Doubted: Sendable {
        let text: String
        let doubts: [String]
        init(_ text: String, _ doubts: String...) { (self.text, self.doubts) = (text, doubts) }
    }

    @Test(arguments: [
        Doubted(
            "29 March at 02:30 Stockholm time",
            "gap: Clocks go forward that night in Stockholm: 02:30 doesn't exist, so 03:30 is meant"
        ),
        Doubted("1 November at 1:30am", "fold: Clocks go back that night: 01:30 comes twice, the first is meant"),
        Doubted(
            "next friday at 10am",
            "weekday: Friday 20 March is meant; Friday 13 March (2026-03-13) could be, too"
        ),
        Doubted("at 8", "halfDay: 20:00 is meant, because 08:00 is past today"),
        Doubted("tomorrow at 7", "halfDay: 07:00 is meant; 19:00 could be, too"),
        Doubted("every day at 6", "halfDay: 18:00 is meant; 06:00 could be, too"),
        Doubted("tomorrow from 7 to 8", "halfDay: 07:00 is meant; 19:00 could be, too"),
        Doubted("tomorrow at 7pm"), Doubted("tomorrow at 3"), Doubted("tomorrow at 11"),
        Doubted("tomorrow at 7 in the evening"), Doubted("07:00 tomorrow"), Doubted("in 2 hours"), Doubted("tomorrow"),
    ])
    func tellsDoubts(_ row: Doubted) throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-11T13:15:00Z", "America/New_York"))
        #expect(parser.parse(row.text).doubts.map { "\($0.kind.rawValue): \($0.text)" } == row.doubts)
    }

    @Test(arguments: [
        ("wednesday at 9am his time", ZoneOwner.he), ("9am her local time on wednesday", .she),
        ("wednesday 9am, their time", .they), ("wednesday at 9am in your time zone", .you),
        ("wednesday at 9am Kenji's time", .named("Kenji")), ("wednesday, 9am, Kenji’s local time", .named("Kenji")),
    ])
    func whoseTime(_ text: String, _ owner: ZoneOwner) throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-11T13:15:00Z", "America/New_York"))
        let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let unknown = parser.parse(text)
        #expect(unknown.zoneOwner == owner)
        #expect(unknown.summary == "instant 2026-03-18T09:00 ?")
        #expect(unknown.note == "\(owner.possessive) time zone isn't known here: taken as yours")
        let known = parser.resolvingOwners(in: tokyo).parse(text)
        #expect(known.zoneOwner == owner)
        #expect(known.summary == "instant 2026-03-17T20:00")
        let match = try #require(parser.find(in: "call with Bo \(text) about shoes").first)
        #expect(match.reading.zoneOwner == owner)
    }

    @Test func myTimeIsTheUsersOwn() throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-11T13:15:00Z", "America/New_York"))
        #expect(parser.parse("wednesday at 9am my time").summary == "instant 2026-03-18T09:00")
        #expect(parser.parse("wednesday at 9am my time").zoneOwner == nil)
    }

    @Test(arguments: [
        ("remind me later to call Bob", ["later"]), ("book Sara early, at 6 on friday", ["early"]),
        ("at 11 on friday with Bob or 12", ["or 12"]), ("book Bob at 5pm on friday", []),
        ("Good morning! Cancel the call with Bob", []), ("I may march to the second one", []),
        ("he did 6 to 8 reps for 3 weeks", []), ("tell Bob to rest every so often", ["every"]),
        ("remind me the day before the race at 9am to pack", ["the day before"]),
        ("message Tom two days after my appointment at 8am", ["two days after"]),
        ("remind me an hour before my session", ["an hour before"]),
    ])
    func wordsThatWereLeftOver(_ text: String, _ expected: [String]) throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-11T13:15:00Z", "America/New_York"))
        let unused = parser.unusedTimeWords(in: text, matches: parser.find(in: text)).map { String(text[$0]) }
        #expect(unused == expected)
    }

    @Test(arguments: [
        ("after 6pm on monday", true, false), ("before noon tomorrow", true, false),
        ("tomorrow between 2 and 4", true, true), ("tomorrow from 2 to 4", false, true), ("tonight", false, false),
    ])
    func windowsAreNoAppointments(_ text: String, isWindow: Bool, statesClockTime: Bool) throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-11T13:15:00Z", "America/New_York"))
        let reading = parser.parse(text)
        #expect(reading.isWindow == isWindow && reading.statesClockTime == statesClockTime)
    }

    @Test(arguments: [
        "after 6pm on monday", "from tuesday on", "friday at 11 or 12", "labor day weekend", "after friday",
    ])
    func whatIsLeftOpenIsNoted(_ text: String) throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-11T13:15:00Z", "America/New_York"))
        #expect(parser.parse(text).note != nil)
    }

    /// When an event is that the parser doesn't know, only its caller knows: better nothing than another time.
    @Test(arguments: [
        ("call Sara two days after her race", "en-US"), ("dos días después de mi cita", "es-ES"),
        ("la veille de la course", "fr-FR"), ("zwei Tage nach meinem Termin", "de-DE"),
        ("dois dias depois da minha consulta", "pt-BR"), ("dagen före loppet", "sv-SE"),
    ])
    func timesBesideAnEventAreNotFound(_ text: String, _ locale: String) throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-11T13:15:00Z", "America/New_York", locale))
        #expect(parser.find(in: text).isEmpty)
        #expect(!parser.unusedTimeWords(in: text, matches: []).isEmpty)
    }

    /// Excluded days must never be found as meant.
    @Test func excludedDaysAreNotMeant() throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-11T13:15:00Z", "America/New_York"))
        #expect(parser.find(in: "I can do anything except monday").isEmpty)
        let daily = try #require(parser.find(in: "run at 6pm except sundays").first)
        #expect(daily.reading.rrule == "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA")
    }
}
