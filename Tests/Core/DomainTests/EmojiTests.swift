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
        "", " ", "a", "1", "#", "é", "中", "👍👍", "👍 ", " 👍", "a👍", "\u{200D}", "\u{FE0F}", "1\u{FE0F}", "🇸", "❤︎",
        "👍\u{301}",
        "👍\u{0}", "\n", "<b>", "👩" + String(repeating: "\u{200D}👩", count: 40),
    ])
    func nothingElseIs(text: String) {
        #expect(Emoji.normalized(text) == nil)
    }
}
