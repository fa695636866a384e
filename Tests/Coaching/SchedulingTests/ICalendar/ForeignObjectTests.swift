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
        ("UTC", "2026-05-04T05:00Z"),
    ])
    func zonesHaveTheNamesOfWindows(name: String, start: String) throws {
        let input = try CalendarObjectInput(Self.document(Self.event(in: name)))
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
            #expect(try CalendarObjectInput(object).event.startsAt == instant(start), "\(day)")
        }
    }

    @Test func whatRecursGetsAZoneWithTheSameClocks() throws {
        let object = Self.document(
            Self.event(in: "\"Mitteleuropäische Zeit\"", ["RRULE:FREQ=WEEKLY;COUNT=3"]),
            zone: Self.outlookZone("Mitteleuropäische Zeit")
        )
        #expect(try CalendarObjectInput(object).clock.timeZone.identifier == "Europe/Berlin")
        // No zone changes its clocks in these months.
        let odd = Self.outlookZone("Odd", standard: 7, daylight: 5)
        #expect(throws: CalendarObjectRefusal.self) {
            try CalendarObjectInput(Self.document(Self.event(in: "Odd", ["RRULE:FREQ=DAILY"]), zone: odd))
        }
        #expect(
            try CalendarObjectInput(Self.document(Self.event(in: "Odd"), zone: odd)).event.startsAt
                == instant("2026-05-04T04:00Z")
        )
    }

    @Test func aZoneThatIsOnlyNamedIsRefused() throws {
        let refusal = #expect(throws: CalendarObjectRefusal.self) {
            try CalendarObjectInput(Self.document(Self.event(in: "Mitteleuropäische Zeit")))
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
            try CalendarObjectInput(Self.document(Self.event(in: "Odd"), zone: broken))
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
        _ = try? CalendarObjectInput(object)
    }

    @Test(arguments: [
        ("FREQ=WEEKLY;COUNT=3;WKST=SU;BYDAY=TU", "FREQ=WEEKLY;COUNT=3;WKST=SU;BYDAY=TU"),
        ("FREQ=WEEKLY;INTERVAL=1;COUNT=2;BYDAY=SA;", "FREQ=WEEKLY;INTERVAL=1;COUNT=2;BYDAY=SA"),
        ("FREQ=WEEKLY;BYDAY=MO,", "FREQ=WEEKLY;BYDAY=MO"),
    ])
    func rulesOfPhonesAreTaken(rule: String, kept: String) throws {
        let object = Self.document(Self.event(in: "America/New_York", ["RRULE:\(rule)"], day: "20260602"))
        #expect(try CalendarObjectInput(object).rule == kept)
    }

    @Test func aByteOrderMarkMayComeFirst() throws {
        let object = [0xEF, 0xBB, 0xBF] + Self.document(["DTSTART:20260506T040000Z", "DTEND:20260506T041500Z"])
        #expect(try CalendarObjectInput(object).event.startsAt == instant("2026-05-06T04:00Z"))
    }

    /// A line is cut after so many bytes, wherever that is.
    @Test(arguments: 1...3) func aLineMayBeCutWithinACharacter(at place: Int) throws {
        let face = Array("🙂".utf8)
        let object = Self.document(["DTSTART:20260506T040000Z", "DTEND:20260506T041500Z", "DESCRIPTION:ab🙂🙂"])
        let first = try #require(object.firstRange(of: face))
        let cut = object[..<(first.lowerBound + place)] + Array("\r\n ".utf8) + object[(first.lowerBound + place)...]
        #expect(try CalendarObjectInput(Array(cut)).event.notes == "ab🙂🙂")
    }

    @Test func aMarkDoesNotHideASeparator() throws {
        let times = ["DTSTART:20260506T040000Z", "DTEND:20260506T041500Z"]
        let object = Self.document(times + ["SUMMARY:\u{301}a\\n\u{301}b"])
        #expect(try CalendarObjectInput(object).event.title == "\u{301}a\n\u{301}b")
    }

    @Test func otherBytesAreRefused() {
        for bytes in [[0xFF, 0xFE], [], Array("BEGIN:VCALENDAR\r\nX:\u{0}".utf8), [0xEF, 0xBB]] as [[UInt8]] {
            #expect(throws: CalendarObjectRefusal.self) { try CalendarObjectInput(bytes) }
        }
    }
}
