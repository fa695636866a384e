/// Texts that give an assistant orders. They are records like any other, and no answer to a question.
package enum InstructionText {
    package static func isInstruction(_ text: String) -> Bool {
        let words = TextWord.words(of: text).map(\.folded)
        let phrase = words.joined(separator: " ")
        let orders = ["ignore", "disregard", "forget", "override", "bypass"]
        let targets = ["instructions", "instruction", "rules", "prompt", "guidelines", "restrictions"]
        for (position, word) in words.enumerated() where orders.contains(word) {
            if words[position...].prefix(6).contains(where: targets.contains) { return true }
        }
        return [
            "system prompt", "you are now", "developer mode", "act as the assistant", "note to the assistant",
            "to the ai", "dear assistant", "hey assistant", "assistant please", "as an ai",
        ].contains(where: phrase.contains)
    }
}
