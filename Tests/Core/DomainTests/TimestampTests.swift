import Domain
import Foundation
import TestSupport
import Testing

@Suite struct TimestampTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:00.001Z", 1), ("1969-12-31T23:59:59.999Z", -1),
            ("2026-03-11T13:15:00.000Z", 1_773_234_900_000), ("2026-03-11t09:15:00-04:00", 1_773_234_900_000),
            ("2026-03-11 18:45:00+05:30", 1_773_234_900_000), ("2024-02-29T00:00:00Z", 1_709_164_800_000),
            ("2016-12-31T23:59:60Z", 1_483_228_799_000), ("2026-03-11T13:15:00.1Z", 1_773_234_900_100),
            ("2026-03-11T13:15:00.123999999999999999999Z", 1_773_234_900_123),
            ("0001-01-01T00:00:00+23:59", -62_135_596_800_000), ("9999-12-31T23:59:59.999-23:59", 253_402_300_799_999),
        ] as [(String, Int64)]
    )
    func readsRFC3339(text: String, milliseconds: Int64) {
        #expect(Timestamp(rfc3339: text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "2026", "2026-03-11", "2026-03-11T13:15", "2026-03-11T13:15:00", "2026-02-29T00:00:00Z",
        "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z", "2026-04-31T00:00:00Z", "2026-03-11T24:00:00Z", "2026-03-11T13:60:00Z",
        "2026-03-11T13:15:61Z", "2026-03-11T13:15:00.Z", "2026-03-11T13:15:00+0100", "2026-03-11T13:15:00+24:00",
        "2026-03-11T13:15:00Z ", " 2026-03-11T13:15:00Z", "-026-03-11T13:15:00Z", "0000-01-01T00:00:00Z",
        "२०२६-03-11T13:15:00Z", "1900-02-29T00:00:00Z",
    ])
    func refusesOtherTexts(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func agreesWithFoundation() {
        var random = SeededRandom(seed: 3)
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let range = Timestamp(milliseconds: -5_000_000_000_000).milliseconds...Timestamp.latest.milliseconds
        for _ in 0..<2000 {
            let instant = Timestamp(milliseconds: Int64.random(in: range, using: &random))
            #expect(Timestamp(rfc3339: instant.description) == instant)
            let seconds = Timestamp(milliseconds: instant.milliseconds / 1000 * 1000)
            let date = Date(timeIntervalSince1970: Double(seconds.milliseconds / 1000))
            #expect(date.formatted(style) == seconds.description)
        }
    }

    @Test func garbageNeverTraps() {
        var random = SeededRandom(seed: 4)
        let good = Array("2026-03-11T13:15:00.000+05:30".utf8)
        for _ in 0..<5000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                    Array("0129:-+TZ.x ".utf8).randomElement(using: &random) ?? 0
            }
            let text = String(decoding: bytes.prefix(Int.random(in: 0...bytes.count, using: &random)), as: UTF8.self)
            if let instant = Timestamp(rfc3339: text) { #expect(Timestamp(rfc3339: instant.description) == instant) }
        }
    }

    @Test func arithmeticEndsAtTheCalendars() {
        #expect(Timestamp.latest.adding(milliseconds: .max) == .latest)
        #expect(Timestamp.earliest.adding(milliseconds: .min) == .earliest)
        #expect(Timestamp(milliseconds: 0).adding(minutes: .max) == .latest)
        #expect(Timestamp(milliseconds: .min) == .earliest && Timestamp(milliseconds: .max) == .latest)
        #expect(Timestamp(milliseconds: 5).adding(seconds: -1).milliseconds == -995)
    }
}
