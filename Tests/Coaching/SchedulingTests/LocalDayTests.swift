import Testing

@testable import Scheduling

@Suite struct LocalDayTests {
    @Test func aDayIsWrittenAsItIsRead() {
        for text in ["2026-03-08", "2024-02-29", "0001-01-01", "9999-12-31"] {
            #expect(LocalDay(iso: text)?.iso == text)
        }
    }

    @Test(arguments: [
        "+026-03-08", "-026-03-08", "2026-+3-08", "2026-03-+8", "2026--3-08", "2026-3-8", "2026-03-08T00",
        " 2026-03-08",
        "２０２６-03-08", "2026-02-30", "2026-13-01", "0000-01-01", "2026/03/08", "",
    ])
    func anythingElseIsNone(text: String) { #expect(LocalDay(iso: text) == nil) }

    @Test func aMinuteOfADayHasTwoDigitsEach() {
        #expect([0, 9, 65, 1439].map { LocalClock.text(minute: $0) } == ["00:00", "00:09", "01:05", "23:59"])
    }
}
