import TextReading

/// Finds the known people to whom a name can refer.
///
/// Case and accents are ignored. Only the best kind of match counts: the whole name, whole parts of it ("Mike",
/// "Lindqvist"), short forms ("Liz", "Mike R."), the same sound ("Erik", "Eric"), and last a typing error.
package enum NameMatcher {
    /// How well a name fits; lower is better.
    enum Fit: Int, Comparable, CaseIterable {
        case whole, parts, short, sound, slip

        static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    /// The best matching candidates, in their order: several if the name is ambiguous, none if nobody matches.
    package static func best<Candidate>(
        _ name: String,
        among candidates: [Candidate],
        name nameOf: (Candidate) -> String
    ) -> [Candidate] {
        let query = words(of: name)
        guard !query.isEmpty, query.count <= 12 else { return [] }
        let fits = candidates.map { (candidate: $0, fit: fit(query, words(of: nameOf($0)))) }
        guard let best = fits.compactMap(\.fit).min() else { return [] }
        return fits.filter { $0.fit == best }.map(\.candidate)
    }

    static func fit(_ query: [String], _ name: [String]) -> Fit? {
        if query == name { return .whole }
        // Each word of the query must match a different word of the name.
        guard query.count <= name.count else { return nil }
        var free = name
        var worst = Fit.parts
        for (index, word) in query.enumerated() {
            let fits = free.enumerated().compactMap { place, candidate in
                fit(word, candidate, isLast: index > 0 && index == query.count - 1).map { (place: place, fit: $0) }
            }
            guard let best = fits.min(by: { $0.fit < $1.fit }) else { return nil }
            free.remove(at: best.place)
            worst = max(worst, best.fit)
        }
        return worst
    }

    private static func fit(_ word: String, _ candidate: String, isLast: Bool) -> Fit? {
        if word == candidate { return .parts }
        if GivenNames.areForms(word, candidate) { return .short }
        if isLast, word.count == 1, candidate.hasPrefix(word) { return .short }
        if word.count >= 3, GivenNames.sound(word) == GivenNames.sound(candidate) { return .sound }
        // "Mark" isn't a misspelt "Mary", nor "Dan" short for "Dana": a known name refers to a person of that name.
        let isName = GivenNames.isKnown(word)
        guard !isName || !GivenNames.isKnown(candidate) else { return nil }
        // "Alex" for "Alexis", "Mikey" for "Mike".
        if word.count >= 3, candidate.hasPrefix(word) { return .short }
        if candidate.count >= 3, word.hasPrefix(candidate), word.count - candidate.count <= 2 { return .short }
        guard !isName else { return nil }
        let allowed = word.count >= 6 ? 2 : word.count >= 3 ? 1 : 0
        guard allowed > 0, word.first == candidate.first, candidate.count >= 3 else { return nil }
        return distance(word, candidate, atMost: allowed) == nil ? nil : .slip
    }

    /// Lower-case words without accents, possessive "'s" and dots.
    package static func words(of text: String) -> [String] {
        TextWord.words(of: String(text.prefix(200))).flatMap { word in
            word.folded.filter { $0 != "'" }.split(separator: "-").map(String.init)
        }
    }

    /// The number of insertions, deletions, substitutions and swaps of neighbours (optimal string alignment); `nil` if
    /// it is above `limit`.
    static func distance(_ a: String, _ b: String, atMost limit: Int) -> Int? {
        let (a, b) = (Array(a), Array(b))
        guard abs(a.count - b.count) <= limit else { return nil }
        var beforeLast = [Int](repeating: 0, count: b.count + 1)
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            row.reserveCapacity(b.count + 1)
            for j in b.indices {
                var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        guard let total = last.last, total <= limit else { return nil }
        return total
    }
}
