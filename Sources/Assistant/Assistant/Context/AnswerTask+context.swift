import AssistantTools
import BuiltInAnswers
import Domain
import Foundation
import LanguageModels
import Messaging
import Retrieval
import Scheduling
import SpotterAPI
import TextReading

extension AnswerTask {
    /// The number of best messages that include the messages around them.
    static let maxHitsWithNeighbours = 5

    /// The question as it stands alone, with what an earlier one named.
    func question(in scope: SearchScope) -> String {
        let question = QuestionContext(directory: scope.people, history: earlier).completed(question)
        TurnTexts.current?.add(question)
        return question
    }

    /// The text to search for: the question, preceded by the previous one if it is too short to stand alone ("and the
    /// week before?").
    func searchText(in scope: SearchScope) -> String {
        let question = question(in: scope)
        guard ContentWords.stems(of: question).count < 2,
            scope.people.mentions(in: TextWord.words(of: question)).isEmpty,
            let before = earlier.last(where: { $0.role == .user })?.text
        else { return question }
        return "\(question) \(before)"
    }

    func contextQuery(_ text: String) -> ContextQuery {
        var query = ContextQuery(text, times: requester.times(at: now), now: now)
        query.chatId = chatId
        return query
    }

    /// How the question alone is understood, even if more was searched for. What says nothing alone, as "and?", is
    /// understood together with the question before it.
    func understanding(of found: FoundContext, in scope: SearchScope) -> QueryUnderstanding {
        let question = question(in: scope)
        guard searchText(in: scope) != question else { return found.understanding }
        let alone = understanding(of: question, in: scope)
        return BareQuestion.isBare(question, alone) ? found.understanding : alone
    }

    /// Whether neither the question nor what it continues names a person, a topic or a time.
    func isBare(in scope: SearchScope) -> Bool {
        let text = searchText(in: scope)
        guard !BareQuestion.namesSomething(text) else { return false }
        return BareQuestion.isBare(text, understanding(of: text, in: scope))
    }

    private func understanding(of text: String, in scope: SearchScope) -> QueryUnderstanding {
        QueryUnderstanding(text, people: scope.people, times: requester.times(at: now), now: now, isOfThePast: nil)
    }
}
