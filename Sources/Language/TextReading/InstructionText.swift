/// Texts that give an assistant orders. They are records like any other, and no answer to a question.
package enum InstructionText {
    package static func isInstruction(_ text: String) -> Bool {
        let words = TextWord.words(of: text).map(\.folded)
        let phrase = words.joined(separator: " ")
        let orders = ReadingWords.of("instruction order")
        let targets = ReadingWords.of("instruction target")
        for (position, word) in words.enumerated() where orders.contains(word) {
            if words[position...].prefix(6).contains(where: targets.contains) { return true }
        }
        return ReadingWords.of("instruction phrase").all.contains(where: phrase.contains)
    }
}
