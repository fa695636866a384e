import Domain
import Testing

@Suite struct EmojiTests {
    @Test(arguments: [
        "👍", "❤️", "😂", "😮", "😢", "🙏", "🎉", "🔥", "👍🏽", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🇸🇪", "1️⃣", "#️⃣", "👁️‍🗨️", "🧑🏽‍🚀", "™️", "☺️",
    ])
    func oneEmojiIsOne(text: String) {
        #expect(Emoji.normalized(text) == text)
    }

    @Test func aHeartIsAHeart() {
        #expect(Emoji.normalized("\u{2764}") == "\u{2764}\u{FE0F}")
    }

    @Test(arguments: [
        ("👍\u{FE0F}", "👍"), ("🏋\u{200D}♀", "🏋\u{FE0F}\u{200D}♀\u{FE0F}"), ("🏋🏽\u{200D}♀", "🏋🏽\u{200D}♀\u{FE0F}"),
        ("1\u{20E3}", "1\u{FE0F}\u{20E3}"), ("👁\u{200D}🗨", "👁\u{FE0F}\u{200D}🗨\u{FE0F}"),
        ("👩\u{FE0F}\u{200D}🚀", "👩\u{200D}🚀"), ("☺", "☺\u{FE0F}"),
    ])
    func selectorsAreWhereTheStandardHasThem(text: String, form: String) {
        #expect(Emoji.normalized(text)?.unicodeScalars.map(\.value) == form.unicodeScalars.map(\.value))
    }

    @Test(arguments: [
        "", " ", "a", "1", "#", "é", "中", "👍👍", "👍 ", " 👍", "a👍", "\u{200D}", "\u{FE0F}", "1\u{FE0F}", "🇸", "❤︎",
        "👍\u{301}",
        "👍\u{0}", "\n", "<b>", "👩" + String(repeating: "\u{200D}👩", count: 40),
    ])
    func nothingElseIs(text: String) {
        #expect(Emoji.normalized(text) == nil)
    }
}
