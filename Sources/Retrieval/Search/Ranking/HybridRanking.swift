import Domain
import SpotterAPI

/// Puts a pool in order: meaning first, and beside it context, words, names, and the company in the chat.
struct HybridRanking {
    struct Ranked: Sendable {
        let message: FoundMessage
        var parts: SearchScoreParts
        let match: SearchResult.Match
    }

    let pool: Pool
    let understanding: QueryUnderstanding
    let options: RankingOptions

    /// Best first, ties by the newer message.
    func ranked() -> [Ranked] {
        let coverage = WordCoverage(understanding.stems, in: pool.messages.values)
        let people = Set(understanding.people.compactMap(\.userId))
        var all = pool.messages.values.map { message in
            var parts = SearchScoreParts()
            let share = coverage.share(of: message.id)
            let near = pool.closeness[message.id]
            parts.meaning = near?.cosine ?? options.cosineOfWords * share
            parts.context = options.contextWeight * (pool.context(of: message) ?? parts.meaning)
            parts.words = options.wordWeight * share
            let isNamed = people.contains(message.senderId) || understanding.namedChats.contains(message.chatId)
            parts.names = isNamed ? options.nameWeight : 0
            let hasWords = pool.texts[message.id] != nil || share > 0
            return Ranked(message: message, parts: parts, match: near == nil ? .text : hasWords ? .both : .semantic)
        }
        addChats(&all)
        for index in all.indices { all[index].parts.scale(by: 1 / options.scale) }
        sort(&all)
        demoteRepetitions(&all)
        return all
    }

    /// What the best of a chat amount to raises all of it. A chat with few candidates is filled up with the worst there is.
    private func addChats(_ all: inout [Ranked]) {
        guard options.chatWeight > 0, let worst = all.map(\.parts.total).min() else { return }
        var scores: [ChatID: [Double]] = [:]
        for ranked in all { scores[ranked.message.chatId, default: []].append(ranked.parts.total) }
        let means = scores.mapValues { scores in
            let best = scores.sorted(by: >).prefix(options.bestOfChat)
            let missing = Double(options.bestOfChat - best.count)
            return (best.reduce(0, +) + missing * worst) / Double(max(1, options.bestOfChat))
        }
        for index in all.indices {
            all[index].parts.chat = options.chatWeight * (means[all[index].message.chatId] ?? 0)
        }
    }

    private func demoteRepetitions(_ all: inout [Ranked]) {
        guard options.repetitionPenalty > 0 else { return }
        var seen: Set<[UInt8]> = []
        var isChanged = false
        for index in all.indices {
            let words = Self.letters(of: all[index].message.text)
            guard !words.isEmpty, !seen.insert(words).inserted else { continue }
            all[index].parts.repetition = -options.repetitionPenalty
            isChanged = true
        }
        if isChanged { sort(&all) }
    }

    /// Without white space and punctuation, ASCII letters in lower case: the same for texts that say the same.
    private static func letters(of text: String) -> [UInt8] {
        text.utf8.compactMap { byte in
            switch byte {
            case 0x30...0x39, 0x61...0x7A, 0x80...: byte
            case 0x41...0x5A: byte | 0x20
            default: nil
            }
        }
    }

    private func sort(_ all: inout [Ranked]) {
        all.sort { ($0.parts.total, $0.message.id) > ($1.parts.total, $1.message.id) }
    }
}

extension SearchScoreParts {
    fileprivate mutating func scale(by factor: Double) {
        meaning *= factor
        context *= factor
        words *= factor
        names *= factor
        chat *= factor
    }
}
