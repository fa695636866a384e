import AssistantTools
import SpotterAPI
import TextReading

extension [HistoryTurn] {
    /// The language in which a question after these turns is answered: its own; of a word or two, which may be a choice, a
    /// name or a time and show none, that of the question before.
    func language(of question: String) -> TextLanguage {
        let words = TextWord.words(of: question)
        let own = TextLanguage.of(words)
        guard own == .english, words.count <= 3, let before = self.last(where: { $0.role == .user }) else { return own }
        return .of(before.text)
    }
}
