public import Accounts
import AssistantTools
import Domain
import Retrieval
import TextReading
public import WebSearch

extension AssistantService {
    /// Whether a question of this user would be worth a search of the web, and why. Nothing is searched or stored.
    /// - Parameter override: what the user has decided beforehand.
    public func searchDecision(
        on question: String,
        override: SearchOverride? = nil,
        by principal: Principal
    ) async throws -> SearchDecision {
        let people = try await search.scope(for: principal.actor).people
        let requester = try Self.requester(principal.user, timezone: nil, locale: nil)
        let words = TextWord.words(of: question)
        return SearchDiscipline(at: clock.now(), in: requester.timezone).decision(
            on: question,
            override: override,
            namesOwnPeople: !people.mentions(in: words).isEmpty || people.group(in: words) != nil
        )
    }
}

extension SearchDiscipline {
    /// - Parameter timezone: in which it is this year.
    init(at now: Timestamp, in timezone: String) {
        let year = LocalizedText(timezone: timezone).iso(now).prefix { $0 != "-" }
        self.init(year: Int(year) ?? 0)
    }
}
