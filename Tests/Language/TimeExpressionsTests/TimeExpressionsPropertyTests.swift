import Domain
import Foundation
import TestSupport
import Testing

@testable import TimeExpressions

/// Whatever the input: no trap, an end, and readings that hold together.
@Suite struct TimeExpressionsPropertyTests {
    private static let pieces = """
        at on in of the a an by for from to until between and or every other next last this coming after before ago now \
        tomorrow today yesterday tonight monday tue wednesdays weekend weekdays week weeks month months year day days hour \
        hours minutes min half quarter past noon midnight morning evening night am pm o'clock ish first second third last \
        end start mid early late rest later same time march may june 1 2 3 5 7 9 10 12 13 15 24 30 31 59 60 99 1530 2026 \
        2099 9999 99999999999999999999 3/4 24/7 2026-02-30 2026-03-08T02:30 5.3.2026 0:00 24:00 25:61 3pm 12am 1h30 2½ \
        $50 80 kg % - – / : . , ; ( ) + +02:00 UTC est london stockholm time 🏃 é mañana las y media de 'til \u{0} \u{200D} \
        daily weekly biweekly twice times per couple few within since starting please wendesday tommorow christmas 2am \
        viertel halb dreiviertel vor nach quinze quince dia meia às para menos kvart i över från le du à en huit Madrid race
        """.split(separator: " ").map(String.init)

    private static let nows = [
        "2026-03-08T06:59:59.999Z", "2026-11-01T05:30:00Z", "2026-12-31T23:59:59Z", "2024-02-29T12:00:00Z",
        "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z",
    ]
    private static let zones = [
        "America/New_York", "Europe/Stockholm", "Asia/Kolkata", "Australia/Sydney", "Australia/Lord_Howe",
        "Pacific/Apia",
    ]
    private static let locales = ["en-US", "en-GB", "es-ES", "fr-FR", "de-DE", "pt-BR", "sv-SE", "en-CA", "xx", ""]

    @Test(arguments: 0..<8)
    func anyMixOfTokensIsRead(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<TestLength.choose(500, full: 2500) {
            let count = Int.random(in: 0..<1000, using: &random) == 0 ? 150 : Int.random(in: 1...14, using: &random)
            let text = (0..<count).compactMap { _ in Self.pieces.randomElement(using: &random) }
                .joined(
                    separator: Bool.random(using: &random) ? " " : Int.random(in: 0..<4, using: &random) == 0 ? "" : " "
                )
            let zone = try #require(Self.zones.randomElement(using: &random))
            let parser = try #require(
                TimeExpressionParser.at(
                    Self.nows.randomElement(using: &random) ?? "",
                    zone,
                    Self.locales.randomElement(using: &random) ?? ""
                )
            )
            let timeZone = try #require(TimeZone(identifier: zone))
            let reading = parser.parse(text)
            if reading.startsAt.map({ $0 > .earliest.adding(seconds: 200_000_000) }) ?? true {
                #expect(reading.zoneDisagreement(timeZone) == nil, "\(text)")
            }
            var last = text.startIndex
            for match in parser.find(in: text) {
                #expect(match.range.lowerBound >= last && match.range.lowerBound < match.range.upperBound, "\(text)")
                #expect(match.reading.kind != .none)
                last = match.range.upperBound
            }
        }
    }

    @Test func sameInputSameReading() throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-11T13:15:00Z", "America/New_York"))
        for text in Self.pieces {
            #expect(parser.parse("tomorrow " + text) == parser.parse("tomorrow " + text))
        }
    }

    /// Long and repetitive texts take time in proportion; the deepest nesting is refused, not followed.
    @Test(arguments: [
        "a week from ", "the day after ", "early ", "next ", "a ", "end of ", "in ", "last of the ", "the early late ",
        "1 hour ", "every ", "and ", "1 ", "3-", "(", "half ", "monday and ", "'", "é",
    ])
    func longTextsEnd(_ piece: String) throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-11T13:15:00Z", "America/New_York"))
        let text = String(repeating: piece, count: 20_000 / piece.count)
        #expect(parser.parse(text) == .none)
        _ = parser.find(in: text)
        _ = parser.find(in: String(text.prefix(1000)) + "tomorrow")
    }

    /// Every minute of a day, said in four ways, comes back as that minute.
    @Test(arguments: ["America/New_York", "Europe/Stockholm", "Asia/Kolkata", "Australia/Sydney"])
    func clockTimesComeBack(zone: String) throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-11T13:15:00Z", zone))
        for minute in stride(from: 0, to: 1440, by: 7) {
            let (hour, rest) = (minute / 60, minute % 60)
            let digits = "\(hour.padded(2)):\(rest.padded(2))"
            let twelve = "\(hour % 12 == 0 ? 12 : hour % 12):\(rest.padded(2))\(hour < 12 ? "am" : "pm")"
            for text in ["May 5 at \(digits)", "\(digits) on 5 May", "May 5, \(twelve)", "2026-05-05T\(digits)"] {
                #expect(parser.parse(text).summary == "instant 2026-05-05T\(digits)", "\(text)")
            }
        }
    }

    /// Every day of four years, written in six ways, comes back as that day.
    @Test func datesComeBack() throws {
        let parser = try #require(TimeExpressionParser.at("2026-03-11T13:15:00Z", "Europe/London", "en-GB"))
        let months = ["Jan", "Feb", "March", "April", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "December"]
        let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        let start = try #require(CivilDate(2026, 1, 1))
        for offset in stride(from: 0, to: 1461, by: 3) {
            let date = start + offset
            let (year, month, day) = date.parts
            let forms = [
                date.text, "\(day)/\(month)/\(year)", "\(day) \(months[month - 1]) \(year)",
                "\(months[month - 1]) \(day), \(year)",
                "\(names[date.weekday - 1]) \(day) \(months[month - 1]) \(year)",
                "the \(day)th of \(months[month - 1]) \(year)",
            ]
            for text in forms { #expect(parser.parse(text).summary == "date \(date.text)", "\(text)") }
        }
    }

    /// Civil dates against Foundation's calendar.
    @Test func civilDatesAgreeWithFoundation() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
        for days in stride(from: -10_000, to: 80_000, by: 17) {
            let date = CivilDate(days: days)
            let parts = calendar.dateComponents(
                [.year, .month, .day, .weekday],
                from: Date(timeIntervalSince1970: Double(days) * 86_400)
            )
            #expect(parts.year == date.parts.year && parts.month == date.parts.month && parts.day == date.parts.day)
            #expect(parts.weekday == date.weekday % 7 + 1)
            #expect(CivilDate(date.parts.year, date.parts.month, date.parts.day) == date)
        }
    }

    /// Bare, this and next weekdays on each day of a fortnight, against the sentences of the conventions.
    @Test func weekdaysKeepTheConventions() throws {
        let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
        for offset in 0..<14 {
            let today = try #require(CivilDate(2026, 3, 2)) + offset
            let parser = try #require(TimeExpressionParser.at("\(today.text)T12:00:00Z", "Europe/London"))
            let monday = (0..<7).map { today + -$0 }.first { $0.weekday == 1 }
            for (index, name) in names.enumerated() {
                let ofThisWeek = try #require(monday) + index
                let strictlyAfter = try #require((1...7).map { today + $0 }.first { $0.weekday == index + 1 })
                #expect(parser.parse(name).local == strictlyAfter.text)
                #expect(parser.parse("this \(name)").local == (ofThisWeek >= today ? ofThisWeek : strictlyAfter).text)
                let next = parser.parse("next \(name)")
                #expect(next.local == (ofThisWeek + 7).text)
                #expect(next.ambiguous == (ofThisWeek > today))
            }
        }
    }
}
