import Domain
import Foundation
import TestSupport
import Testing

@testable import Scheduling

/// What Outlook, Android and others write, as their users have reported it.
@Suite(.standardTimeLimit) struct ForeignObjectTests {
    private static func document(_ event: [String], zone: [String] = []) -> [UInt8] {
        let whole =
            ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"] + zone
            + ["BEGIN:VEVENT", "UID:a", "DTSTAMP:20260301T000000Z"] + event + ["END:VEVENT", "END:VCALENDAR"]
        return Array((whole.joined(separator: "\r\n") + "\r\n").utf8)
    }

    /// As Outlook describes a zone: from 1601 on, by the last Sundays of two months.
    private static func outlookZone(_ name: String, standard: Int = 10, daylight: Int = 3) -> [String] {
        [
            "BEGIN:VTIMEZONE", "TZID:\(name)", "BEGIN:STANDARD", "DTSTART:16010101T030000", "TZOFFSETFROM:+0200",
            "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=\(standard)", "END:STANDARD",
            "BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200",
            "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=\(daylight)", "END:DAYLIGHT", "END:VTIMEZONE",
        ]
    }

    private static func event(in zone: String, _ more: [String] = [], day: String = "20260504") -> [String] {
        ["DTSTART;TZID=\(zone):\(day)T050000", "DTEND;TZID=\(zone):\(day)T053000", "SUMMARY:x"] + more
    }

    @Test(arguments: [
        ("W. Europe Standard Time", "2026-05-04T03:00Z"), ("Eastern Standard Time", "2026-05-04T09:00Z"),
        ("eastern standard time", "2026-05-04T09:00Z"), ("India Standard Time", "2026-05-03T23:30Z"),
        ("\"tzone://Microsoft/Utc\"", "2026-05-04T05:00Z"), ("/citadel.org/1/Europe/Stockholm", "2026-05-04T03:00Z"),
        ("UTC", "2026-05-04T05:00Z"), ("europe/STOCKHOLM", "2026-05-04T03:00Z"),
    ])
    func zonesHaveTheNamesOfWindows(name: String, start: String) throws {
        let input = try CalendarObjectInput(Self.document(Self.event(in: name)), floating: .owner)
        #expect(input.event.startsAt == instant(start))
    }

    /// Every zone of the table is one that this system has.
    @Test func theTableIsOfKnownZones() {
        #expect(WindowsZones.zones.count > 100)
        #expect(WindowsZones.zones.filter { LocalClock(identifier: $0) == nil } == [])
    }

    @Test(arguments: ["Mitteleuropäische Zeit", "Customized Time Zone", "(UTC+01:00) Amsterdam\\, Berlin"])
    func aZoneMayBeDescribed(name: String) throws {
        let used = "\"\(name.replacing("\\", with: ""))\""
        for (day, start) in [
            ("20260504", "2026-05-04T03:00Z"), ("20261225", "2026-12-25T04:00Z"), ("20260329", "2026-03-29T03:00Z"),
            ("20261025", "2026-10-25T04:00Z"), ("20360504", "2036-05-04T03:00Z"),
        ] {
            let object = Self.document(Self.event(in: used, day: day), zone: Self.outlookZone(name))
            #expect(try CalendarObjectInput(object, floating: .owner).event.startsAt == instant(start), "\(day)")
        }
    }

    @Test func whatRecursGetsAZoneWithTheSameClocks() throws {
        let object = Self.document(
            Self.event(in: "\"Mitteleuropäische Zeit\"", ["RRULE:FREQ=WEEKLY;COUNT=3"]),
            zone: Self.outlookZone("Mitteleuropäische Zeit")
        )
        #expect(try CalendarObjectInput(object, floating: .owner).clock.timeZone.identifier == "Europe/Berlin")
        // No zone changes its clocks in these months.
        let odd = Self.outlookZone("Odd", standard: 7, daylight: 5)
        #expect(throws: CalendarObjectRefusal.self) {
            try CalendarObjectInput(
                Self.document(Self.event(in: "Odd", ["RRULE:FREQ=DAILY"]), zone: odd),
                floating: .owner
            )
        }
        #expect(
            try CalendarObjectInput(Self.document(Self.event(in: "Odd"), zone: odd), floating: .owner).event.startsAt
                == instant("2026-05-04T04:00Z")
        )
    }

    @Test func aZoneThatIsOnlyNamedIsRefused() throws {
        let refusal = #expect(throws: CalendarObjectRefusal.self) {
            try CalendarObjectInput(Self.document(Self.event(in: "Mitteleuropäische Zeit")), floating: .owner)
        }
        #expect(refusal?.reason == .supportedData)
    }

    @Test(arguments: [
        "DTSTART:x", "TZOFFSETTO:+1", "TZOFFSETTO:+9900", "TZOFFSETFROM:", "RRULE:FREQ=SECONDLY",
        "RRULE:FREQ=YEARLY;COUNT=3", "RDATE:x",
    ])
    func aBrokenDescriptionIsNone(line: String) throws {
        let name = line.prefix { $0 != ":" }
        let zone = Self.outlookZone("Odd").map { $0.hasPrefix("\(name):") ? line : $0 }
        let broken = name == "RDATE" ? zone.flatMap { $0 == "BEGIN:STANDARD" ? [$0, line] : [$0] } : zone
        #expect(throws: CalendarObjectRefusal.self) {
            try CalendarObjectInput(Self.document(Self.event(in: "Odd"), zone: broken), floating: .owner)
        }
    }

    /// A zone with many observances and rules costs no more than its bytes.
    @Test func aLongDescriptionIsReadSoon() throws {
        let rules = (1...30).flatMap { number in
            [
                "BEGIN:STANDARD", "DTSTART:19\(10 + number)0101T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
                "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "END:STANDARD",
            ]
        }
        let left = (0..<1900).map { "\(1100 + 4 * $0)0101T100000" }.joined(separator: ",")
        let object = Self.document(
            Self.event(in: "Odd", ["RRULE:FREQ=DAILY;COUNT=3", "EXDATE;TZID=Odd:\(left)"]),
            zone: ["BEGIN:VTIMEZONE", "TZID:Odd"] + rules + ["END:VTIMEZONE"]
        )
        _ = try? CalendarObjectInput(object, floating: .owner)
    }

    @Test(arguments: [
        ("FREQ=WEEKLY;COUNT=3;WKST=SU;BYDAY=TU", "FREQ=WEEKLY;COUNT=3;WKST=SU;BYDAY=TU"),
        ("FREQ=WEEKLY;INTERVAL=1;COUNT=2;BYDAY=SA;", "FREQ=WEEKLY;INTERVAL=1;COUNT=2;BYDAY=SA"),
        ("FREQ=WEEKLY;BYDAY=MO,", "FREQ=WEEKLY;BYDAY=MO"),
    ])
    func rulesOfPhonesAreTaken(rule: String, kept: String) throws {
        let object = Self.document(Self.event(in: "America/New_York", ["RRULE:\(rule)"], day: "20260602"))
        #expect(try CalendarObjectInput(object, floating: .owner).rule == kept)
    }

    @Test func aByteOrderMarkMayComeFirst() throws {
        let object = [0xEF, 0xBB, 0xBF] + Self.document(["DTSTART:20260506T040000Z", "DTEND:20260506T041500Z"])
        #expect(try CalendarObjectInput(object, floating: .owner).event.startsAt == instant("2026-05-06T04:00Z"))
    }

    @Test(arguments: [true, false]) func aMarkMayTellOfUTF16(isLittle: Bool) throws {
        let text = String(
            decoding: Self.document(["DTSTART:20260506T040000Z", "DTEND:20260506T041500Z", "SUMMARY:Läufe 🏋️"]),
            as: UTF8.self
        )
        let bytes = ("\u{FEFF}" + text).utf16.flatMap { unit in
            let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
            return isLittle ? [low, high] : [high, low]
        }
        #expect(try CalendarObjectInput(bytes, floating: .owner).event.title == "Läufe 🏋️")
    }

    @Test(arguments: ["\n", "\r", "\r\n\r\n"]) func linesMayEndOtherwise(end: String) throws {
        let object = Self.document(["DTSTART:20260506T040000Z", "DTEND:20260506T041500Z", "SUMMARY:a"])
        let other = String(decoding: object, as: UTF8.self).replacing("\r\n", with: end) + end
        #expect(try CalendarObjectInput(Array(other.utf8), floating: .owner).event.title == "a")
    }

    @Test(arguments: [
        (#"X;A="b;c:d";B=^n^^^':e"#, ["A": "b;c:d", "B": "\n^\""], "e"), (#"x-a;CN="open:e"#, ["CN": "open"], "e"),
        ("SUMMARY;:e", [:], "e"), ("SUMMARY;LANGUAGE=de;:e", ["LANGUAGE": "de"], "e"), ("X;RSVP:e", ["RSVP": ""], "e"),
    ])
    func linesAreReadAsTheyAreWritten(text: String, parameters: [String: String], value: String) throws {
        let line = try #require(ICalendarLine(text))
        #expect(line.parameters == parameters && line.value == value && line.text == text)
    }

    /// An occurrence that is left out by its day, or by an event of its own that is cancelled.
    @Test func occurrencesAreLeftOutByTheirDay() throws {
        let rule = ["RRULE:FREQ=DAILY;COUNT=4", "EXDATE;VALUE=DATE:20260505,20260506"]
        let cancelled = [
            "END:VEVENT", "BEGIN:VEVENT", "UID:a", "RECURRENCE-ID;TZID=Europe/Berlin:20260507T050000",
            "DTSTART;TZID=Europe/Berlin:20260507T050000", "DTEND;TZID=Europe/Berlin:20260507T053000",
            "STATUS:CANCELLED",
        ]
        let object = Self.document(Self.event(in: "Europe/Berlin", rule + cancelled))
        let left = try CalendarObjectInput(object, floating: .owner).left
        #expect(left == Set(["2026-05-05T03:00Z", "2026-05-06T03:00Z", "2026-05-07T03:00Z"].map(instant)))
    }

    @Test(arguments: [
        (["DTSTART;VALUE=DATE:20260506"], 1, true), (["DTSTART:20260506"], 1, true),
        (["DTSTART;VALUE=DATE:20260506", "DTEND;VALUE=DATE:20260506"], 1, true),
        (["DTSTART;VALUE=DATE:20260506", "DURATION:P1W"], 7, true),
        (["DTSTART;VALUE=DATE:20260506", "DURATION:PT48H", "TRANSP:OPAQUE"], 2, false),
        (["DTSTART;VALUE=DATE:20260506", "X-MICROSOFT-CDO-BUSYSTATUS:OOF"], 1, false),
        (["DTSTART;VALUE=DATE:20260506", "TRANSP:TRANSPARENT", "X-MICROSOFT-CDO-BUSYSTATUS:BUSY"], 1, true),
        (
            [
                "DTSTART;TZID=Europe/Berlin:20260506T000000", "DTEND;TZID=Europe/Berlin:20260508T000000",
                "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE",
            ], 2, true
        ),
    ])
    func wholeDaysAreTheOwners(lines: [String], days: Int64, free: Bool) throws {
        let event = try CalendarObjectInput(Self.document(lines), floating: .owner).event
        #expect(event.startsAt == instant("2026-05-06T00:00-04:00") && event.dayZone == "America/New_York")
        #expect(event.endsAt == event.startsAt.adding(seconds: days * 86_400) && event.free == free)
    }

    @Test(arguments: [
        (["DTSTART;VALUE=DATE:20260506", "DTEND:20260507T100000Z"], "DTEND"),
        (["DTSTART:20260506T100000Z", "DTEND;VALUE=DATE:20260507"], "DTEND"),
        (["DTSTART;VALUE=DATE:20260506", "DURATION:PT1H"], "DURATION"),
        (["DTSTART:20260506T100000Z", "DURATION:1H"], "DURATION"), (["DTEND:20260506T100000Z"], "DTSTART"),
        (
            ["DTSTART;TZID=America/New_York:20260308T023000", "DURATION:PT1H", "RRULE:FREQ=DAILY"], "DTSTART"
        ),
        (["DTSTART:20260506T100000Z", "DURATION:PT1H", "EXDATE;VALUE=PERIOD:x", "RRULE:FREQ=DAILY"], "EXDATE"),
        (["DTSTART:20260506T100000Z", "DURATION:PT1H", "no colon"], "line 9"),
    ])
    func refusalsNameThePart(lines: [String], part: String) {
        let refusal = #expect(throws: CalendarObjectRefusal.self) {
            try CalendarObjectInput(Self.document(lines), floating: .owner)
        }
        #expect(refusal?.message.contains(part) == true, "\(refusal?.message ?? "")")
    }

    /// A line is cut after so many bytes, wherever that is.
    @Test(arguments: 1...3) func aLineMayBeCutWithinACharacter(at place: Int) throws {
        let face = Array("🙂".utf8)
        let object = Self.document(["DTSTART:20260506T040000Z", "DTEND:20260506T041500Z", "DESCRIPTION:ab🙂🙂"])
        let first = try #require(object.firstRange(of: face))
        let cut = object[..<(first.lowerBound + place)] + Array("\r\n ".utf8) + object[(first.lowerBound + place)...]
        #expect(try CalendarObjectInput(Array(cut), floating: .owner).event.notes == "ab🙂🙂")
    }

    @Test func aMarkDoesNotHideASeparator() throws {
        let times = ["DTSTART:20260506T040000Z", "DTEND:20260506T041500Z"]
        let object = Self.document(times + ["SUMMARY:\u{301}a\\n\u{301}b"])
        #expect(try CalendarObjectInput(object, floating: .owner).event.title == "\u{301}a\n\u{301}b")
    }

    @Test func otherBytesAreRefused() {
        for bytes in [[0xFF, 0xFE], [], Array("BEGIN:VCALENDAR\r\nX:\u{0}".utf8), [0xEF, 0xBB]] as [[UInt8]] {
            #expect(throws: CalendarObjectRefusal.self) { try CalendarObjectInput(bytes, floating: .owner) }
        }
    }
}
