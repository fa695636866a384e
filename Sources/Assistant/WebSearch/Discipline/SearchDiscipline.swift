/// When to search the web: rules over the words of a question, without a model.
///
/// The first that holds decides: an override; an explicit wish; a question about one's own people and chats, which the
/// web knows nothing of; the past; the present; otherwise no search. Names alone decide nothing.
public struct SearchDiscipline: Sendable {
    private let year: Int

    /// - Parameter year: the current one.
    public init(year: Int) { self.year = year }

    /// - Parameters:
    ///   - override: what the user has decided beforehand. A command such as `/nosrch` in the question counts as well.
    ///   - namesOwnPeople: whether the question names somebody whom the user knows from chats.
    public func decision(
        on question: String,
        override: SearchOverride? = nil,
        namesOwnPeople: Bool = false
    ) -> SearchDecision {
        let words = SearchWords(question)
        let own = words.explicit
        if let override = override ?? words.command {
            return .init(
                .bypass,
                queryClass(of: words, namesOwnPeople),
                searches: override == .always,
                override == .always ? "The user wants a search." : "The user wants no search."
            )
        }
        if !own.isEmpty {
            return .init(.mandatory, .explicit, "It asks for a search of the web.", own, recency: words.recency(year))
        }
        if namesOwnPeople || !words.personal.isEmpty {
            let reason = "It is about one's own people, chats or calendar, of which the web knows nothing."
            return .init(.skip, .personal, reason, words.personal)
        }
        let (past, present) = (words.past(before: year), words.present(in: year))
        if !present.isEmpty {
            let reason = "It asks for what is new: \(present.joined(separator: ", "))."
            return .init(.mandatory, .timeSensitive, reason, present, recency: words.recency(year) ?? 30)
        }
        if !past.isEmpty {
            return .init(.skip, .historical, "It asks for the past, which doesn't change.", past)
        }
        return .init(.skip, .general, "Nothing in it depends on what is new.")
    }

    private func queryClass(of words: SearchWords, _ namesOwnPeople: Bool) -> SearchDecision.QueryClass {
        if !words.explicit.isEmpty { return .explicit }
        if namesOwnPeople || !words.personal.isEmpty { return .personal }
        if !words.present(in: year).isEmpty { return .timeSensitive }
        return words.past(before: year).isEmpty ? .general : .historical
    }
}

extension SearchDecision {
    /// - Parameter searches: `nil` for what the verdict says.
    fileprivate init(
        _ verdict: Verdict,
        _ queryClass: QueryClass,
        searches: Bool? = nil,
        _ reason: String,
        _ cues: [String] = [],
        recency: Int? = nil
    ) {
        self.verdict = verdict
        self.queryClass = queryClass
        shouldSearch = searches ?? (verdict == .mandatory)
        self.reason = reason
        self.cues = cues
        recencyDays = recency
    }
}
