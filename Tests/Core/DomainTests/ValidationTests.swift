import Domain
import Testing

@Suite struct ValidationTests {
    @Test(arguments: [
        ("alex@example.com", "alex@example.com"), (" Alex@Example.COM\n", "alex@example.com"), ("a@b.c", "a@b.c"),
        ("", nil), ("alex", nil), ("@example.com", nil), ("a@b", nil), ("a@.b", nil), ("a@b.", nil), ("a@b@c.d", nil),
        ("a b@c.d", nil), ("a\u{0}@c.d", nil), (String(repeating: "a", count: 250) + "@b.cd", nil),
    ])
    func addressesAreChecked(text: String, expected: String?) {
        #expect((try? Validation.email(text)) == expected)
    }

    @Test(arguments: [
        ("x", true), (" x ", true), ("", false), (" \n\t", false), ("\u{0}", false),
        ("\u{200B}\u{200D}\u{FEFF}", false), ("\u{A0}\u{3000}", false), ("\u{3164}", false),
        ("\u{2800}\u{2800}", false),
        ("\u{202E}\u{2069}", false), ("\u{115F}\u{FFA0}\u{FE0F}\u{E0020}", false), ("\u{FFFC}", false),
        ("\u{AD}", false),
        ("\u{200B}x", true), ("👍", true), ("\u{2801}", true), ("ｱ", true), ("\u{301}", true), ("a\u{0}b", false),
        (String(repeating: "x", count: 10_000), true), (String(repeating: "x", count: 10_001), false),
        (String(repeating: "🏋", count: 10_000), true), ("e" + String(repeating: "\u{301}", count: 30_000), false),
    ])
    func textsAreChecked(text: String, isAllowed: Bool) {
        #expect(((try? Validation.messageText(text)) != nil) == isAllowed)
    }

    @Test(arguments: [
        ("A", "A"), (" A\t", "A"), ("", nil), ("  ", nil), ("a\u{7}", nil), ("a\nb", nil),
        (String(repeating: "é", count: 50), String(repeating: "é", count: 50)),
        (String(repeating: "é", count: 51), nil),
    ])
    func namesAreChecked(text: String, expected: String?) {
        #expect((try? Validation.displayName(text)) == expected)
    }

    @Test(arguments: [
        "\u{200B}", "Anna\u{200B}", "\u{2800}", "\u{3164}", "\u{115F}a", "a\u{202E}b", "\u{2066}a\u{2069}", "a\u{AD}b",
        "Anna\u{FE0F}", "1\u{200D}2", "a\u{200D}b", "a\u{2028}b", "\u{E0041}a", "\u{E000}", "a\u{2003}b", "...",
        "Тina", "Tinа", "Σam", "Z" + String(repeating: "\u{301}", count: 5), "\u{301}\u{302}",
        "Z" + String(repeating: "\u{301}", count: 90_000),
    ])
    func namesThatDeceiveAreRefused(name: String) {
        #expect(throws: SpotterError.self) { try Validation.displayName(name) }
    }

    @Test(arguments: [
        "Tina", "Тина", "Tina Тина", "Σοφία (Sofia)", "Ana-Мария", "Ngô Thị Hồng", "O’Neill", "Renée ❤️", "👩‍👩‍👧 Berg",
        "علی‌رضا", "क्‍ष", "ก็ที่", "王小明", "Jürgen 2️⃣", "R2-D2", "Işık Yıldız", "Mª José", "ꦱꦫ", "김 철수", "🏳️‍🌈", "Dr. A. B. Öst",
    ])
    func namesOfTheWorldAreKept(name: String) throws { #expect(try Validation.displayName(name) == name) }

    @Test(arguments: [
        ("Zoë\u{A0}K.", "Zoë K."), ("山田\u{3000}太郎", "山田 太郎"), ("Tina  B", "Tina B"), ("Ｔina", "Tina"),
        ("𝐓𝐢𝐧𝐚", "Tina"), ("Ｒ２－Ｄ２", "R2-D2"),
    ])
    func namesHaveOneForm(name: String, form: String) throws { #expect(try Validation.displayName(name) == form) }

    /// Coptic, Cherokee, Lisu and Armenian letters within a Latin word.
    @Test(arguments: ["Ⲧina", "Ꭲina", "ꓔina", "Tiոa", "Spοtter"])
    func wordsOfLettersThatLookLikeLatinOnesAreRefused(name: String) {
        #expect(throws: SpotterError.self) { try Validation.displayName(name) }
    }

    @Test(arguments: [
        "Spotter", "SPOTTER", "System", "system:", "Automatic  reply", "Automatic reply:", "Ｓｐｏｔｔｅｒ", "Spotter Support",
        "Deleted user", "«Assistant»", "𝗦𝘆𝘀𝘁𝗲𝗺", "ꓢꓬꓢꓔꓰꓟ",
    ])
    func theServersOwnWordsAreNobodysName(name: String) {
        let error = #expect(throws: SpotterError.self) { try Validation.displayName(name) }
        #expect(error?.message.contains("server's own") == true)
        #expect(throws: Never.self) { try Validation.displayName("Sys Temple") }
        #expect(throws: Never.self) { try Validation.displayName("System", what: "template's name", mayBeOurs: true) }
    }

    @Test(arguments: [
        ("Tina", "Tіпa", false), ("Tina", "Тіпа", false), ("TINA", "ТІNA", true), ("Coco", "Сосо", true),
        ("Tina", "Tına", true), ("Tina", "Ｔina", true), ("Tina", "tina", false), ("Tina", "Tina ", false),
        ("Tina", "Tino", false), ("Zoë", "Zoe", false), ("anna@x.se", "аnna@x.se", true), ("Ian", "Lan", false),
        ("paca@x.se", "раса@x.se", true),
    ])
    func namesThatLookLikeOthersAreTold(one: String, other: String, isConfusable: Bool) {
        #expect(LookAlikes.areConfusable(one, other) == isConfusable)
        #expect(LookAlikes.areConfusable(other, one) == isConfusable)
    }

    @Test(arguments: [
        ("<b>@x.se", false), ("a,b@x.se", false), ("\"a\"@x.se", false), ("ａnna@x.se", false), ("аnna@x.se", false),
        ("анна@x.se", true), ("zoë@x.se", true), ("o'neill+tag@x.se", true), ("用户@x.se", true),
    ])
    func addressesAreInPlainLetters(address: String, isAllowed: Bool) {
        #expect(((try? Validation.email(address)) != nil) == isAllowed)
    }

    @Test func lengthsAreOfBytesToo() {
        let length = TextLength(1...10)
        #expect(length.admits("x") && !length.admits("") && !length.admits("12345678901"))
        #expect(length.admits(String(repeating: "🏋", count: 10)))
        #expect(!length.admits("e" + String(repeating: "\u{301}", count: 30)))
        #expect(length.prefix(of: "12345678901") == "1234567890" && length.prefix(of: "x") == "x")
        #expect(length.prefix(of: String(repeating: "🏋", count: 11)) == String(repeating: "🏋", count: 10))
        let piled = length.prefix(of: "e" + String(repeating: "\u{301}", count: 30_000))
        #expect(piled.utf8.count <= length.maxBytes && !piled.isEmpty)
    }

    @Test(arguments: [("12345", false), ("123456", true), (String(repeating: "p", count: 1024), true)])
    func passwordsAreChecked(text: String, isAllowed: Bool) {
        #expect(((try? Validation.password(Secret(text))) != nil) == isAllowed)
    }

    @Test func errorsOfOneKindLookTheSame() {
        #expect(ErrorCode.allCases.allSatisfy { $0.rawValue.allSatisfy { $0.isLowercase || $0 == "_" } })
        #expect(SpotterError.notFound("chat") == SpotterError.notFound("chat"))
    }
}
