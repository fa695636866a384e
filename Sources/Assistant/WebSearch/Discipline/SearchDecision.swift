/// Whether a question is worth a search of the web, and why.
///
/// ```swift
/// let decision = SearchDiscipline(year: 2026).decision(on: "latest research on creatine")
/// decision.verdict  // mandatory
/// decision.reason   // "It asks for what is new: latest."
/// ```
public struct SearchDecision: Sendable, Hashable {
    public enum Verdict: String, Sendable, CaseIterable {
        /// Without a search the answer could be out of date, or the user asked for one.
        case mandatory
        /// Nothing of it needs the web.
        case skip
        /// The user has decided it.
        case bypass
    }

    public enum QueryClass: String, Sendable, CaseIterable {
        /// It asks for a search of the web in so many words.
        case explicit
        /// It is about the user's own people, chats or calendar.
        case personal
        case timeSensitive = "time_sensitive"
        case historical
        case general
    }

    public let verdict: Verdict
    public let queryClass: QueryClass
    public let shouldSearch: Bool
    /// One sentence for people.
    public let reason: String
    /// The words of the question that decided it.
    public let cues: [String]
    /// How old an answer may be; `nil` where that doesn't matter.
    public let recencyDays: Int?
}

/// What the user has decided about searching, whatever the question is.
public enum SearchOverride: String, Sendable, Hashable, CaseIterable {
    case never
    case always

    /// `/nosrch`, `/nosearch` and `/srch`, `/search`, in any case and with or without the slash.
    public init?(command: String) {
        switch command.lowercased().filter(\.isLetter) {
        case "nosrch", "nosearch": self = .never
        case "srch", "search": self = .always
        default: return nil
        }
    }
}
