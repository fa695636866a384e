import Domain
import TestSupport
import Testing

@testable import Scheduling

/// Whatever bytes come, they are read or refused.
@Suite(.standardTimeLimit) struct ObjectFuzzTests {
    private static let pieces = [
        "\r\n", "\n", "\r", " ", "\t", ";", ":", ",", "\"", "^", "=", "\u{FEFF}", "\\", "BEGIN:VEVENT\r\n",
        "END:VEVENT\r\n",
        "\r\nRRULE:FREQ=YEARLY;BYSETPOS=-31;BYDAY=MO,TU,WE,TH,FR,SA,SU\r\n", "\r\nEXDATE;VALUE=DATE:00010101\r\n",
        "\r\nDURATION:P999W9999DT99999H\r\n", "\r\nDTSTART;VALUE=DATE:99991231\r\n", "\r\nTZOFFSETTO:+2359\r\n",
        "99991231",
        "00010101T000000Z", ";VALUE=DATE", ";TZID=", "T235959", "INTERVAL=1000", "COUNT=10000", "BYDAY=-53SU",
        "e\u{301}",
    ]

    @Test(arguments: TestLength.choose(0..<4, full: 0..<200) as Range<UInt64>)
    func anyBytesAreReadOrRefused(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let samples = try ObjectSample.all("calendar-objects").map(\.bytes)
        for _ in 0..<100 {
            var bytes = samples.randomElement(using: &random) ?? []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                mutate(&bytes, samples, &random)
            }
            guard let input = try? CalendarObjectInput(bytes, floating: .owner) else { continue }
            // Accepted, it can be counted and gone over.
            _ = try? input.storedBytes(at: instant("2026-03-11T13:15Z"))
            #expect(input.event.startsAt < input.event.endsAt && !input.uid.isEmpty)
            #expect(input.kept.values.joined().allSatisfy { ICalendarLine($0) != nil })
        }
    }

    private func mutate(_ bytes: inout [UInt8], _ samples: [[UInt8]], _ random: inout SeededRandom) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...40, using: &random))
        switch Int.random(in: 0..<6, using: &random) {
        case 0: bytes.insert(UInt8.random(in: .min ... .max, using: &random), at: place)
        case 1: bytes.removeSubrange(place..<end)
        case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 3: bytes.insert(contentsOf: (Self.pieces.randomElement(using: &random) ?? "").utf8, at: place)
        case 4:
            let other = samples.randomElement(using: &random) ?? []
            bytes.replaceSubrange(place..<end, with: other.dropFirst(place).prefix(200))
        default: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
        }
    }
}
