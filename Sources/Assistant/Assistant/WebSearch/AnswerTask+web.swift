import AssistantTools
import Domain
import Retrieval
import SpotterAPI
import TextReading
import WebSearch

extension AnswerTask {
    /// What the user typed in this conversation, oldest first, the question last.
    var typed: [String] {
        history.filter { $0.role == .user && ![TurnRow.withheldText, ErasedTexts.question].contains($0.text) }
            .map(\.text) + [question]
    }

    /// Whether the question is worth a search of the web, by its words alone.
    func searchDecision(_ directory: PeopleDirectory) -> SearchDecision {
        let words = TextWord.words(of: question)
        return discipline.decision(
            on: question,
            override: webSearch.map { $0 ? .always : .never },
            namesOwnPeople: !directory.mentions(in: words).isEmpty || directory.group(in: words) != nil
        )
    }

    /// The sentence of the question that asks for a search in so many words, if one does: what else was told isn't meant
    /// for the engine.
    var webWish: String? {
        question.sentenceRanges.lazy.map { String(question[$0]).trimmed }.first {
            discipline.decision(on: $0).queryClass == .explicit
        }
    }

    private var discipline: SearchDiscipline { SearchDiscipline(at: now, in: requester.timezone) }
}
