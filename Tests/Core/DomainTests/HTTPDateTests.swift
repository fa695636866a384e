import Domain
import Testing

@Suite struct HTTPDateTests {
    @Test func isFormattedAsInTheStandard() {
        #expect(Timestamp(milliseconds: 784_111_777_000).httpDate == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(Timestamp(milliseconds: 0).httpDate == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(Timestamp(milliseconds: -1).httpDate == "Wed, 31 Dec 1969 23:59:59 GMT")
        #expect(Timestamp.earliest.httpDate == "Mon, 01 Jan 0001 00:00:00 GMT")
        #expect(Timestamp.latest.httpDate == "Fri, 31 Dec 9999 23:59:59 GMT")
    }

    @Test func mailsNameTheZoneByItsOffset() {
        #expect(Timestamp(milliseconds: 784_111_777_999).mailDate == "Sun, 06 Nov 1994 08:49:37 +0000")
    }

    @Test func isReadBackToTheSecond() {
        for seconds in stride(from: Int64(-62_135_596_800), through: 253_402_300_799, by: 7_654_321_987) {
            let instant = Timestamp(milliseconds: seconds * 1000)
            #expect(Timestamp(httpDate: instant.httpDate) == instant)
        }
    }

    @Test(arguments: [
        "", "soon", "Sun, 06 Nov 1994", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 19940 08:49:37 GMT", "Sun, ０６ Nov 1994 08:49:37 GMT",
    ])
    func anythingElseIsNoDate(text: String) {
        #expect(Timestamp(httpDate: text) == nil)
    }
}
