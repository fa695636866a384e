import Testing

@testable import Importing

@Suite struct WhatsAppHeaderTests {
    @Test(
        arguments: [
            ("12/31/23, 9:41 PM - Alex: hi", [12, 31, 23], 21, 41, 0),
            ("12/31/23, 9:41\u{202F}PM - Alex: hi", [12, 31, 23], 21, 41, 0),
            ("12/31/23, 12:05 AM - Alex: hi", [12, 31, 23], 0, 5, 0),
            ("12/31/23, 12:05 pm - Alex: hi", [12, 31, 23], 12, 5, 0),
            ("31/12/2023, 21:41 - Alex: hi", [31, 12, 2023], 21, 41, 0),
            ("31.12.23, 21:41 - Alex: hi", [31, 12, 23], 21, 41, 0),
            ("31.12.2023 klo 21.41 - Alex: hi", nil, 0, 0, 0),
            ("31.12.2023 21.41 - Alex: hi", [31, 12, 2023], 21, 41, 0),
            ("31/12/23 9:41 p. m. - Alex: hi", [31, 12, 23], 21, 41, 0),
            ("2023-12-31, 21:41 - Alex: hi", [2023, 12, 31], 21, 41, 0),
            ("[31/12/2023, 21:41:05] Alex: hi", [31, 12, 2023], 21, 41, 5),
            ("\u{200E}[31/12/2023, 21:41:05] Alex: hi", [31, 12, 2023], 21, 41, 5),
            ("[12/31/23, 9:41:05\u{202F}PM] Alex: hi", [12, 31, 23], 21, 41, 5),
            ("[2023/12/31 21:41:05] Alex: hi", [2023, 12, 31], 21, 41, 5),
            ("Alex: hi", nil, 0, 0, 0),
            ("12/31/23 is the date", nil, 0, 0, 0),
            ("12/31/23, 25:41 - Alex: hi", nil, 0, 0, 0),
            ("12/31/23, 13:41 PM - Alex: hi", nil, 0, 0, 0),
            ("12/31/23, 9:61 PM - Alex: hi", nil, 0, 0, 0),
            ("12/31/230, 9:41 PM - Alex: hi", nil, 0, 0, 0),
            ("[31/12/2023, 21:41:05 Alex: hi", nil, 0, 0, 0),
            ("9999999999999999999999/1/1, 9:41 - x: y", nil, 0, 0, 0),
            ("", nil, 0, 0, 0),
        ] as [(String, [Int]?, Int, Int, Int)]
    )
    func headersOfAllPhonesAreRead(_ line: String, _ date: [Int]?, _ hour: Int, _ minute: Int, _ second: Int) {
        let header = WhatsAppHeader(line)
        #expect(header?.date == date)
        guard let header else { return }
        #expect([header.hour, header.minute, header.second] == [hour, minute, second])
        #expect(header.rest == "Alex: hi")
    }

    @Test(
        arguments: [
            (" ~\u{202F}Sara Lind: hello", .message(name: "Sara Lind", text: "hello", hasMedia: false)),
            ("Alex: what: this?", .message(name: "Alex", text: "what: this?", hasMedia: false)),
            ("Dr: Who: hello", .message(name: "Dr: Who", text: "hello", hasMedia: false)),
            ("Alex: line one\nline: two", .message(name: "Alex", text: "line one\nline: two", hasMedia: false)),
            ("Alex: <Media omitted>", .media),
            ("Alex: <Medien ausgeschlossen>", .media),
            ("Alex: \u{200E}image omitted", .media),
            ("Alex: \u{200E}<attached: 00000012-PHOTO.jpg>", .media),
            ("Alex: \u{200E}IMG-20231231-WA0001.jpg (file attached)", .media),
            ("Alex: IMG-1.jpg (file attached)\nmy knee", .message(name: "Alex", text: "my knee", hasMedia: true)),
            ("Alex: my knee \u{200E}<attached: 1.jpg>", .message(name: "Alex", text: "my knee", hasMedia: true)),
            ("Alex: null", .media),
            ("Alex: fixed \u{200E}<This message was edited>", .message(name: "Alex", text: "fixed", hasMedia: false)),
            ("Alex: fixed <This message was edited>", .message(name: "Alex", text: "fixed", hasMedia: false)),
            ("Alex: This message was deleted", .notice),
            ("Alex: \u{200E}You deleted this message.", .notice),
            ("Run Club: \u{200E}Messages and calls are end-to-end encrypted.", .notice),
            ("Messages and calls are end-to-end encrypted. Tap to learn more.", .notice),
            ("Alex created group \"Run: Saturday\"", .notice),
            ("Alex:", .notice),
            ("I <3 you", .notice),
            ("Alex: I <3 you", .message(name: "Alex", text: "I <3 you", hasMedia: false)),
            (
                "Alex: see you at 9:30 @\u{2068}Sara\u{2069}",
                .message(name: "Alex", text: "see you at 9:30 @\u{2068}Sara\u{2069}", hasMedia: false)
            ),
        ] as [(String, WhatsAppContent)]
    )
    func contentIsToldApart(_ content: String, _ expected: WhatsAppContent) {
        #expect(WhatsAppContent(content) { ["Alex", "Dr: Who"].contains($0) } == expected)
    }
}
