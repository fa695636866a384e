import Domain
import Foundation
import TestSupport
import Testing

@testable import Terminal

@Suite struct TextTests {
    @Test(arguments: [
        ("plain", "plain"),
        ("\u{1B}[2J\u{1B}]0;owned\u{07}", "␛[2J␛]0;owned␇"),
        ("a\u{9B}31mred", "a\u{FFFD}31mred"),
        ("abc\u{202E}fed\u{2066}x\u{2069}", "abcfedx"),
        ("line\r\nbreak\ttab\u{2028}x", "line break tab x"),
        ("del\u{7F}\u{00}", "del␡␀"),
        ("family 👩‍👩‍👧 שלום عربي é", "family 👩‍👩‍👧 שלום عربي é"),
    ]) func linesAreSafe(text: String, shown: String) {
        #expect(TerminalText.line(text) == shown)
    }

    @Test(arguments: [0xFDD0, 0xFDEF, 0xFFFE, 0x1FFFF, 0x10FFFE] as [UInt32])
    func noncharactersAreBoxes(value: UInt32) throws {
        let text = "a\(try #require(Unicode.Scalar(value)))b"
        #expect(TerminalText.line(text) == "a\u{FFFD}b")
    }

    @Test(arguments: [
        ("Sara\u{200B} Lindqvist", "Sara Lindqvist"), ("a\u{200D}b\u{200C}c", "abc"), ("\u{200F}abc\u{200E}", "abc"),
        ("\u{61C}abc", "abc"), ("a\u{2060}\u{2063}b", "ab"), ("\u{3164}\u{FFA0}", ""), ("a\u{FE0F}\u{E0100}", "a"),
        ("hi\u{E0048}\u{E0049}", "hi"), ("👩\u{200D}\u{200B}\u{200D}🚀", "👩‍🚀"), ("\u{200D}👩", "👩"), ("a\u{34F}b", "ab"),
        ("漢字\u{200D}", "漢字"), ("漢\u{200C}字", "漢字"), ("مر\u{200C}", "مر"), ("👩\u{200D}x", "👩x"),
        // What a script or an emoji needs.
        ("ه\u{200D}.ش", "ه\u{200D}.ش"), ("র\u{200D}\u{9CD}য", "র\u{200D}\u{9CD}য"), ("👨🏽‍⚖️", "👨🏽‍⚖️"),
        ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("क\u{94D}\u{200D} क", "क\u{94D}\u{200D} क"), ("❤️‍🔥 #️⃣ 🏳️‍🌈", "❤️‍🔥 #️⃣ 🏳️‍🌈"),
        ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"), ("葛\u{E0100}", "葛\u{E0100}"), ("co\u{AD}op", "co\u{AD}op"),
    ]) func whatShowsNothingGoes(text: String, shown: String) {
        #expect(TerminalText.line(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
    }

    @Test(arguments: 0..<300) func cleaningTwiceIsCleaningOnce(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let pieces = [
            "\u{200B}", "\u{200C}", "\u{200D}", "\u{FE0F}", "\u{FE0E}", "\u{FE00}", "\u{E0041}", "\u{E007F}",
            "\u{1F3F4}", "\u{94D}",
            "क", "a", " ", "👩", "🚀", "م", "葛", "\u{E0101}", "\u{1160}", "\u{1100}", "\u{3164}", "\u{2060}", "\u{1B}",
            "\n", "\u{202E}",
        ]
        let text = (0..<30).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
        for clean in [TerminalText.line, TerminalText.block] {
            let once = clean(text)
            #expect(clean(once).unicodeScalars.elementsEqual(once.unicodeScalars))
            #expect(!once.unicodeScalars.contains { [0x200B, 0x2060, 0x202E, 0x3164, 0x1B].contains($0.value) })
        }
    }

    @Test func blocksKeepTheirLines() {
        #expect(TerminalText.block("a\r\nb\rc\n\td\u{2029}e") == "a\nb\nc\n    d\ne")
    }

    /// Nothing of what's below U+00A0 and not a character gets through, whatever surrounds it.
    @Test func noControlGetsThrough() {
        for value in UInt32(0)...0x9F {
            guard let scalar = Unicode.Scalar(value), scalar.properties.generalCategory == .control else { continue }
            let shown = TerminalText.line("a\(Character(scalar))b")
            #expect(!shown.unicodeScalars.contains { $0.properties.generalCategory == .control }, "U+\(value)")
        }
    }

    @Test func jsonKeepsItsMeaning() throws {
        let text = "x\u{9B}31m\u{202E}y\u{7F}é"
        let json = TerminalText.json(String(decoding: try JSONEncoder().encode([text]), as: UTF8.self))
        #expect(!json.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) || $0.value == 0x202E })
        #expect(try JSONDecoder().decode([String].self, from: Data(json.utf8)) == [text])
    }

    @Test(arguments: [
        ("abc", 3), ("", 0), ("漢字", 4), ("é", 1), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("🇸🇪", 2), ("❤️", 2), ("❤", 1),
        ("한글", 4), ("ｆｕｌｌ", 8), ("a\u{200B}b", 2), ("#️⃣", 1), ("ñandú", 5),
        // Letters that are one cluster stand side by side, as in the C library.
        ("क्ष", 2), ("क्ष्म", 3), ("नमस्ते", 4), ("कि", 2), ("க்ஷ", 2), ("স্ত্র", 3), ("ក្ក", 2), ("மொழி", 4),
    ]) func widthsAreInColumns(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test func truncationCountsColumns() {
        #expect(DisplayWidth.truncate("漢字漢字", to: 5) == "漢字…")
        #expect(DisplayWidth.truncate("漢字漢字", to: 4) == "漢…")
        #expect(DisplayWidth.truncate("short", to: 5) == "short")
        #expect(DisplayWidth.truncate("short", to: 0) == "")
        #expect(DisplayWidth.pad("漢", to: 4) == "漢  ")
    }

    @Test func timesAreLocal() throws {
        let time = LocalTime(try #require(TimeZone(identifier: "America/New_York")))
        let instant = try #require(Timestamp(rfc3339: "2026-03-08T07:05:00Z"))
        #expect(time.dateTime(instant) == "Sun 8 Mar 2026 03:05")
        #expect(time.compact(instant, now: instant.adding(minutes: 60)) == "03:05")
        #expect(time.compact(instant, now: instant.adding(minutes: 60 * 24)) == "Sun 8 Mar 2026")
        #expect(time.dateTime(.latest).hasPrefix("Fri 31 Dec 9999"))
        #expect(!time.dateTime(.earliest).isEmpty)
    }

    @Test(
        arguments: [
            ("2026-03-08", "2026-03-08T05:00:00.000Z"), ("2026-03-09", "2026-03-09T04:00:00.000Z"),
            ("2026-03-08T01:02:03Z", "2026-03-08T01:02:03.000Z"), ("2026-02-30", nil), ("yesterday", nil), ("", nil),
            ("2026-3-8", nil), ("２０２６-03-08", nil),
        ] as [(String, String?)]
    ) func datesBeginAtLocalMidnight(text: String, instant: String?) throws {
        let zone = try #require(TimeZone(identifier: "America/New_York"))
        #expect(TimeArgument.parse(text, in: zone)?.description == instant)
    }

    @Test func coloursObeyTheUser() {
        #expect(Style(isTerminal: true, environment: [:]).isEnabled)
        #expect(!Style(isTerminal: true, environment: ["NO_COLOR": "1"]).isEnabled)
        #expect(Style(isTerminal: true, environment: ["NO_COLOR": ""]).isEnabled)
        #expect(!Style(isTerminal: true, environment: ["TERM": "dumb"]).isEnabled)
        #expect(!Style(isTerminal: false, environment: [:]).isEnabled)
    }
}
