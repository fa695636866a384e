/// Terms of one or several words with what they are about: topics between blanks.
struct TermList: Sendable {
    struct Match: Sendable, Hashable {
        let range: Range<Int>
        let topics: [String]
    }

    private struct Term: Sendable {
        let words: [String]
        let topics: [String]
    }

    private var terms: [String: [Term]] = [:]

    init(_ lines: [(topics: String, terms: [String])]) {
        // These two tell terms of one topic apart, but name none.
        let kinds = ["chronic": "chronic:", "muscle": "muscle:"]
        for line in lines {
            let topics = line.topics.split(separator: " ").map { kinds[String($0)] ?? String($0) }
            for term in line.terms {
                let words = term.split(separator: " ").map(String.init)
                guard let first = words.first else { continue }
                // A term of no topic of its own is its own topic.
                terms[first, default: []].append(
                    Term(
                        words: words,
                        topics: topics.contains { !$0.contains(":") } ? topics : topics + [words.joined()]
                    )
                )
            }
        }
    }

    /// The longest term that begins at a token. A term of topic `-` is none: it keeps "back squat" from being a back.
    func match(_ tokens: [ProfileToken], at index: Int) -> Match? {
        guard let candidates = terms[tokens[index].word] else { return nil }
        let found = candidates.filter { term in
            index + term.words.count <= tokens.count
                && zip(term.words, tokens[index...]).allSatisfy { $0 == $1.word }
        }.max { $0.words.count < $1.words.count }
        return found.map { Match(range: index..<(index + $0.words.count), topics: $0.topics) }
    }

    func matches(in tokens: [ProfileToken]) -> [Match] {
        var result: [Match] = []
        var index = 0
        while index < tokens.count {
            guard let match = match(tokens, at: index) else {
                index += 1
                continue
            }
            if match.topics != ["-"] { result.append(match) }
            index = match.range.upperBound
        }
        return result
    }
}
