/// How far two words are apart: the fewest letters to insert, delete or replace (Levenshtein 1966), where two letters that
/// changed places count once (Damerau 1964), as that is the commonest slip in typing.
public enum EditDistance {
    public static func between(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a), Array(b))
        var before: [Int] = []
        var row = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var next = [i + 1]
            for (j, other) in b.enumerated() {
                var best = min(row[j + 1] + 1, next[j] + 1, row[j] + (letter == other ? 0 : 1))
                if i > 0, j > 0, letter == b[j - 1], other == a[i - 1] { best = min(best, before[j - 1] + 1) }
                next.append(best)
            }
            (before, row) = (row, next)
        }
        return row[b.count]
    }

    /// The word that was probably meant; `nil` if none is near.
    ///
    ///     EditDistance.nearest(to: "sned", among: ["send", "search"])  // "send"
    public static func nearest(to text: String, among words: some Sequence<String>) -> String? {
        let nearest = words.sorted().map { (word: $0, distance: between($0, text)) }.min { $0.distance < $1.distance }
        guard let nearest, nearest.distance <= max(1, text.count / 3), nearest.distance < nearest.word.count else {
            return nil
        }
        return nearest.word
    }
}
