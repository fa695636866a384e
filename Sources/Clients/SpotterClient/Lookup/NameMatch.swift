import Domain
import Foundation

/// Finds the one among several things that a user's input names. Case is ignored.
///
/// An exact match takes precedence over an exact first word, such as a first name; that over a prefix; that over the start
/// of a later word; and that over a substring.
///
///     let request = try NameMatch.first("sara", in: requests, named: { [$0.displayName] })
public enum NameMatch {
    /// What a text refers to.
    public struct Match<Element> {
        public let element: Element
        /// Whether only a part of a name was given, so that somebody else may be meant. A whole name, a first name, an
        /// address and an id aren't guesses.
        public let isGuess: Bool
    }

    /// - Parameter names: what an element is called; the first is shown when several match.
    /// - Throws: `ChatFinder.Failure` if none or more than one matches.
    public static func match<Element>(
        _ text: String,
        in elements: [Element],
        named names: (Element) -> [String]
    ) throws(ChatFinder.Failure) -> Match<Element> {
        let element = try first(text, in: elements, named: names)
        return Match(element: element, isGuess: isGuess(text, names: names(element)))
    }

    /// Whether a text is less than one of the names and than the first word of one.
    public static func isGuess(_ text: String, names: [String]) -> Bool {
        let wanted = folded(text.trimmed)
        return !names.contains { name in
            let name = folded(name)
            return name == wanted || name.split(separator: " ").first.map { $0 == wanted } ?? false
        }
    }

    /// Case and accents don't count: `zoe` is Zoë.
    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    /// - Parameter names: what an element is called; the first is shown when several match.
    /// - Throws: `ChatFinder.Failure` if none or more than one matches.
    public static func first<Element>(
        _ text: String,
        in elements: [Element],
        named names: (Element) -> [String]
    ) throws(ChatFinder.Failure) -> Element {
        let candidates = elements.map { (element: $0, names: names($0)) }
        let hits = best(text, among: candidates) { $0.names.map { $0.lowercased() } }
        guard let first = hits.first else { throw .nothing(text) }
        guard hits.count == 1 else { throw .ambiguous(text, candidates: hits.map { $0.names.first ?? text }) }
        return first.element
    }

    /// The candidates that match best.
    /// - Parameter names: in lower case.
    static func best<Candidate>(
        _ text: String,
        among candidates: [Candidate],
        names: (Candidate) -> [String]
    ) -> [Candidate] {
        let wanted = folded(text.trimmed)
        guard !wanted.isEmpty else { return [] }
        let ranks: [(String) -> Bool] = [
            { $0 == wanted },
            { $0.split(separator: " ").first.map { $0 == wanted } ?? false },
            { $0.hasPrefix(wanted) },
            // The start of a later word, such as a family name.
            { name in name.split(separator: " ").contains { $0.hasPrefix(wanted) } },
            { $0.contains(wanted) },
        ]
        for matches in ranks {
            let hits = candidates.filter { names($0).contains { matches(folded($0)) } }
            if !hits.isEmpty { return hits }
        }
        return []
    }
}
