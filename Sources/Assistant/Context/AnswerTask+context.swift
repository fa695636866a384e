import Domain
import Foundation
import LanguageModels
import Messaging
import Retrieval
import Scheduling
import SpotterAPI

extension Requester {
    /// Reads time expressions in the requester's zone and language.
    func times(at now: Timestamp) -> TimeExpressionParser {
        TimeExpressionParser(now: now, timeZone: TimeZone(identifier: timezone) ?? .gmt, locale: locale)
    }
}

extension AnswerTask {
    /// How many of the best messages bring along what was said around them.
    static let maxHitsWithNeighbours = 5

    /// What to search for: the question, with the one before it if it's too short to stand alone ("and Mike?").
    var searchText: String {
        guard ContentWords.stems(of: question).count < 2,
            let before = history.last(where: { $0.role == .user })?.text
        else { return question }
        return "\(question) \(before)"
    }

    func contextQuery(_ text: String) -> ContextQuery {
        ContextQuery(text, times: requester.times(at: now), now: now)
    }

    /// The understanding of the question alone, also if more was searched for.
    func understanding(of found: FoundContext, in scope: SearchScope) -> QueryUnderstanding {
        guard searchText != question else { return found.understanding }
        return QueryUnderstanding(
            question,
            people: scope.people,
            times: requester.times(at: now),
            now: now,
            isOfThePast: nil
        )
    }
}
