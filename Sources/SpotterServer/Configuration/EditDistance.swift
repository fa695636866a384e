/// How far two words are apart: the fewest letters to insert, delete or replace (Levenshtein 1966).
enum EditDistance {
    static func between(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a), Array(b))
        var row = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var next = [i + 1]
            for (j, other) in b.enumerated() {
                next.append(min(row[j + 1] + 1, next[j] + 1, row[j] + (letter == other ? 0 : 1)))
            }
            row = next
        }
        return row[b.count]
    }
}
