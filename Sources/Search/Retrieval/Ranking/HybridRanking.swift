import Domain
import Messaging
import SpotterAPI
import TextReading

/// A message with its scores in a search's results.
struct RankedMessage: Sendable {
    let message: VisibleMessage
    var parts: SearchScoreParts
    let match: SearchResult.Match
    /// The cosine of the message with the query; `nil` if it has no vector yet.
    var cosine: Double?
    /// By the second model; `nil` if that took no part.
    var secondCosine: Double?
}

/// Ranks candidates by similarity, context, words, names, and the other matches in the same chat.
struct HybridRanking {
    let candidates: CandidateSet
    let understanding: QueryUnderstanding
    /// The trainer who asks; `nil` if somebody else does.
    var trainer: UserID?
    let options: RankingOptions
    var languages = TextLanguages.shared

    /// Best first. Of equal scores, the newer message is first.
    func ranked() -> [RankedMessage] {
        let coverage = WordCoverage(understanding.stems, of: understanding.language, in: candidates.messages.values)
        let people = Set(understanding.people.compactMap(\.userId))
        var all = candidates.messages.values.map { message in
            var parts = SearchScoreParts()
            let share = coverage.share(of: message.id)
            let near = candidates.similarities[message.id]
            parts.meaning = near?.cosine ?? options.cosineOfWords * share
            parts.context =
                options.contextWeight * (candidates.context(of: message, candidates.similarities) ?? parts.meaning)
            let second = candidates.secondSimilarities[message.id]
            var cosine = near?.cosine
            if let second {
                let context = candidates.context(of: message, candidates.secondSimilarities) ?? second.whole
                parts.multilingual = multilingual(second, context)
                if near != nil, isBeyondFirst(message) {
                    parts.meaning = options.expectedCosine(second.cosine)
                    parts.context = options.contextWeight * options.expectedCosine(context)
                    cosine = parts.meaning
                }
            }
            parts.words = options.wordWeight * share
            let isNamed = people.contains(message.senderId) || understanding.namedChats.contains(message.chatId)
            parts.names = isNamed ? options.nameWeight : 0
            let hasWords = candidates.textScores[message.id] != nil || share > 0
            return RankedMessage(
                message: message,
                parts: parts,
                match: near == nil ? .text : hasWords ? .both : .semantic,
                cosine: cosine,
                secondCosine: second?.cosine
            )
        }
        addChats(&all)
        for index in all.indices {
            if all[index].secondCosine != nil, all[index].message.senderId == trainer {
                all[index].parts.own = -options.ownPenalty
            }
            all[index].parts.scale(by: 1 / options.scale)
        }
        sort(&all)
        demoteRepetitions(&all)
        return all
    }

    /// Whether the query or the message is in a language of which the first model, made for English, knows next to nothing.
    private func isBeyondFirst(_ message: VisibleMessage) -> Bool {
        understanding.language != .english || languages.language(of: message.text) != .english
    }

    /// What the second model adds: its cosines' differences from an unrelated text's.
    private func multilingual(_ second: Similarity, _ context: Double) -> Double {
        options.secondWeight * (second.cosine - options.secondCentre)
            + options.secondContextWeight * (context - options.secondCentre)
    }

    /// Raises all messages of a chat by the mean of its best scores. A chat with few candidates is padded with the
    /// lowest score.
    private func addChats(_ all: inout [RankedMessage]) {
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

    private func demoteRepetitions(_ all: inout [RankedMessage]) {
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

    /// The text without white space and punctuation, ASCII letters in lower case. Equal for texts with the same words.
    private static func letters(of text: String) -> [UInt8] {
        text.utf8.compactMap { byte in
            switch byte {
            case 0x30...0x39, 0x61...0x7A, 0x80...: byte
            case 0x41...0x5A: byte | 0x20
            default: nil
            }
        }
    }

    private func sort(_ all: inout [RankedMessage]) {
        all.sort(by: >)
    }
}

/// By score. Of equal ones the newer is greater, and of those sent at once the one that was stored later: ids are chosen at
/// random, so that by them the same data would rank differently after each import.
extension RankedMessage: Comparable {
    static func < (one: Self, other: Self) -> Bool { one.key < other.key }
    static func == (one: Self, other: Self) -> Bool { one.key == other.key }

    private var key: (Double, Int64, Int64) { (parts.total, message.sentAt.milliseconds, message.num) }
}

extension SearchScoreParts {
    fileprivate mutating func scale(by factor: Double) {
        meaning *= factor
        context *= factor
        words *= factor
        names *= factor
        chat *= factor
        multilingual = multilingual.map { $0 * factor }
        own = own.map { $0 * factor }
    }
}
