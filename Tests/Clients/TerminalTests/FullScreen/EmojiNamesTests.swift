import Testing

@testable import Terminal

@Suite struct EmojiNamesTests {
    @Test func theUsualComeFirstAndAllOthersByTheirWords() {
        #expect(EmojiNames.names(beginning: "wav").first?.emoji == "👋")
        #expect(EmojiNames.names(beginning: "climb").map(\.emoji).contains("🧗"))
        #expect(EmojiNames.names(beginning: "zzz").isEmpty)
        let hearts = EmojiNames.names(beginning: "heart")
        #expect(hearts.first?.emoji == "❤️" && Set(hearts.map(\.emoji)).count == hearts.count && hearts.count > 10)
    }

    @Test(arguments: [(":person_climbing:", "🧗"), ("joy", "😂"), ("snowman", "☃️"), ("nonsense", nil)])
    func aWholeNameIsTheEmoji(name: String, emoji: String?) {
        #expect(EmojiNames.emoji(for: name) == emoji)
    }

    @Test func everyOneIsOneCluster() {
        #expect(EmojiNames.names(beginning: "").allSatisfy { $0.emoji.count == 1 && $0.name.count > 0 })
    }
}
