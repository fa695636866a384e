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
            ("31.12.2023 klo 21.41 - Alex: hi", [31, 12, 2023], 21, 41, 0),
            ("31.12.2023 zup 21.41 - Alex: hi", nil, 0, 0, 0),
            ("26/09/2025 à 22:39 - Alex: hi", [26, 9, 2025], 22, 39, 0),
            ("2025/10/31 下午3:50 - Alex: hi", [2025, 10, 31], 15, 50, 0),
            ("2025/10/31 晚上12:30 - Alex: hi", [2025, 10, 31], 0, 30, 0),
            ("2025/10/31 午後0:15 - Alex: hi", [2025, 10, 31], 12, 15, 0),
            ("2025. 10. 31. 오후 3:50 - Alex: hi", [2025, 10, 31], 15, 50, 0),
            ("25. 10. 31. 오전 12:05 - Alex: hi", [25, 10, 31], 0, 5, 0),
            ("2025年10月31日 15:50 - Alex: hi", [2025, 10, 31], 15, 50, 0),
            ("۲۰۲۵/۵/۳۰،\u{200F} ۱۸:۴۴ - Alex: hi", [2025, 5, 30], 18, 44, 0),
            ("٣٠\u{200F}/٥\u{200F}/٢٠٢٥، ٦:٤٤ م - Alex: hi", [30, 5, 2025], 18, 44, 0),
            ("३१/१२/२३, ९:४१ अपराह्न - Alex: hi", [31, 12, 23], 21, 41, 0),
            ("31.12.23 г., 21:41 ч. - Alex: hi", [31, 12, 23], 21, 41, 0),
            ("31. 12. 2023. 21:41 - Alex: hi", [31, 12, 2023], 21, 41, 0),
            ("2023-12-31 21 h 41 - Alex: hi", [2023, 12, 31], 21, 41, 0),
            ("23/12/31 (21:41) - Alex: hi", [23, 12, 31], 21, 41, 0),
            ("21:41, 31/12/2023 - Alex: hi", [31, 12, 2023], 21, 41, 0),
            ("31/12/2023 - 9:41 μ.μ. - Alex: hi", [31, 12, 2023], 21, 41, 0),
            ("2016-06-27, 8:04:08 AM: Alex: hi", [2016, 6, 27], 8, 4, 8),
            ("12/31/23, 9:41 PM and more - Alex: hi", nil, 0, 0, 0),
            ("12/31/23, 9:41 PM-Alex: hi", nil, 0, 0, 0),
            ("31 Dec 2023, 21:41 - Alex: hi", [31, 12, 2023], 21, 41, 0),
            ("31-déc.-23 21:41 - Alex: hi", [31, 12, 23], 21, 41, 0),
            ("31 de dez. de 2023 21:41 - Alex: hi", [31, 12, 2023], 21, 41, 0),
            ("12/31, 9:41 PM - Alex: hi", nil, 0, 0, 0),
            ("12 Marc 2023, 9:41 - Alex: hi", nil, 0, 0, 0),
            ("10.15 - Alex: hi", nil, 0, 0, 0),
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
            ("2023/12/31 24:15 - Alex: hi", [2023, 12, 31], 0, 15, 0),
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
            ("Coach Al hat den Gruppennamen von „Lauf: Mo“ zu „Lauf: Di“ geändert.", .notice),
            ("Bob \"Rock\" Lee: hi", .message(name: "Bob \"Rock\" Lee", text: "hi", hasMedia: false)),
            (
                "Alex: <https://example.com/plan>",
                .message(name: "Alex", text: "<https://example.com/plan>", hasMedia: false)
            ),
            ("Alex: <3 <3 >", .message(name: "Alex", text: "<3 <3 >", hasMedia: false)),
            ("Alex: <Media omitted>\nmy knee", .message(name: "Alex", text: "my knee", hasMedia: true)),
            ("Alex: Se eliminó este mensaje.", .notice),
            ("Alex: Ja <Diese Nachricht wurde bearbeitet.>", .message(name: "Alex", text: "Ja", hasMedia: false)),
            ("Alex: ja \u{200E}<muokattu jotenkin>", .message(name: "Alex", text: "ja", hasMedia: false)),
            ("Alex: PTT-20250329-WA0001.opus (xyz)", .media),
            (
                "Alex: \u{200E}Location: https://example.com/1",
                .message(name: "Alex", text: "Location: https://example.com/1", hasMedia: false)
            ),
            ("Alex: \u{200E}How are you?", .message(name: "Alex", text: "How are you?", hasMedia: false)),
            ("Alex: \u{200E}see you at six", .message(name: "Alex", text: "see you at six", hasMedia: false)),
            ("Alex: \u{200E}Alex changed the icon", .notice),
            ("Alex: \u{200E}Voice call, \u{200E}5 min", .notice),
            ("Alex: <Media omitted> my knee", .message(name: "Alex", text: "my knee", hasMedia: true)),
            (": who", .message(name: "?", text: "who", hasMedia: false)),
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
