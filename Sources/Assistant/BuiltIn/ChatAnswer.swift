import Domain
import Foundation
import Retrieval
import Scheduling
import SpotterAPI

/// An answer taken word for word from messages.
struct ChatAnswer: Sendable {
    static let mostQuotes = 3
    static let mostPeople = 8
    /// Where a word of the topic is shared.
    static let scoreWithWord = 0.25
    /// Without a shared word: above what the best of so many unrelated lines reaches. Measured with MiniLM: 0.2 among
    /// 16, 0.39 among 10 000, about 0.07 more for every ten times as many.
    static func scoreAlone(among messages: Int) -> Double {
        let noise = 0.12 + 0.0675 * log10(Double(max(10, messages)))
        return min(max(noise + 0.05, 0.26), sureScore)
    }
    /// The part of the topic's words that must be there where search is by words alone.
    static let sharedWords = 0.34
    /// What no unrelated line reaches.
    static let sureScore = 0.42
    /// What is said later than this after a question needn't be its answer.
    static let longestPauseMs: Int64 = 12 * 3_600_000
    /// How far below the best a quote may be.
    static let spread = 0.15

    let text: String
    let citations: [Citation]

    /// Nothing if no message answers.
    ///
    /// - Parameter isAside: what's asked for is no message; only what is surely about it is worth showing.
    init?(
        _ question: String,
        found: FoundContext,
        roster: Roster,
        requester: Requester,
        now: Timestamp,
        isAside: Bool = false
    ) {
        let topic = Topic(question, roster: roster, requester: requester, now: now)
        var hits = found.hits.filter {
            topic.isMet(by: $0, in: found) && (!isAside || ($0.score ?? 0) >= Self.sureScore)
        }
        if !topic.isWho { hits = hits.map { Self.answering($0, found.neighbours[$0.id] ?? []) } }
        let others = hits.filter { $0.senderId != requester.user.id }
        if !others.isEmpty, !topic.isAboutAsker { hits = others }
        var seen: Set<String> = []
        hits = hits.filter { seen.insert("\($0.senderId) \($0.text.lowercased())").inserted }
        let words = LocalWords(timezone: requester.timezone)
        let chosen = topic.isWho ? Self.onePerPerson(hits) : Self.best(hits, preferringNumbers: topic.isNumber)
        guard !chosen.isEmpty else { return nil }
        citations = chosen.map { $0.citation(quoting: Quote.best(of: $0.text, for: topic.stems)) }
        let lines = zip(chosen, citations).enumerated().map { position, pair in
            let (message, citation) = pair
            let place = message.group.map { ", in “\($0)”" } ?? ""
            let when = "\(words.dateTime(message.sentAt)) (\(words.distance(of: message.sentAt, from: now)))"
            let name = message.senderId == requester.user.id ? "You" : message.senderName
            return "\(name), \(when)\(place): “\(citation.quote)” [\(position + 1)]"
        }
        if topic.isWho {
            let count = chosen.count == 1 ? "One person" : "\(chosen.count) people"
            text = "\(count), from what your chats say:\n" + lines.map { "- \($0)" }.joined(separator: "\n")
        } else {
            text = lines.joined(separator: "\n")
        }
    }

    /// What was said next, where the hit is only the question: the answer is what one wants to see.
    private static func answering(_ hit: SourceMessage, _ neighbours: [SourceMessage]) -> SourceMessage {
        let next = neighbours.first { $0.seq > hit.seq && $0.senderId != hit.senderId }
        guard hit.text.hasSuffix("?"), let next, !next.text.hasSuffix("?"),
            next.sentAt.milliseconds(since: hit.sentAt) <= longestPauseMs
        else { return hit }
        return next.scored(hit.score)
    }

    private static func onePerPerson(_ hits: [SourceMessage]) -> [SourceMessage] {
        var people: Set<UserID> = []
        return Array(hits.filter { !$0.text.hasSuffix("?") && people.insert($0.senderId).inserted }.prefix(mostPeople))
    }

    private static func best(_ hits: [SourceMessage], preferringNumbers: Bool) -> [SourceMessage] {
        var hits = hits
        if preferringNumbers {
            let numbers = hits.filter { $0.text.contains(where: \.isNumber) }
            if !numbers.isEmpty { hits = numbers }
        }
        let top = hits.compactMap(\.score).max() ?? 0
        return Array(hits.filter { ($0.score ?? 0) >= top - spread }.prefix(mostQuotes))
    }
}

/// What a question is about, and what sort of answer it wants.
struct Topic: Sendable {
    let stems: Set<String>
    let isWho: Bool
    let isNumber: Bool
    let isAboutAsker: Bool

    init(_ question: String, roster: Roster, requester: Requester, now: Timestamp) {
        let words = TextWord.words(of: question)
        let mentions = roster.mentions(among: words)
        let times = TimeWords(requester: requester, now: now).find(in: question)
        let topical = words.enumerated().filter { position, word in
            !mentions.contains { $0.words.contains(position) } && !times.contains { $0.range.overlaps(word.range) }
        }
        stems = ContentWords.stems(of: topical.map(\.element))
        let folded = words.map(\.folded)
        let phrase = folded.joined(separator: " ")
        isWho =
            ["who", "who's", "which"].contains(folded.first ?? "") || phrase.hasPrefix("anyone ")
            || phrase.hasPrefix("does anyone") || phrase.hasPrefix("has anyone") || phrase.hasPrefix("is anyone")
        isNumber = phrase.contains("how many") || phrase.contains("how much") || phrase.contains("what weight")
        isAboutAsker = folded.contains("i") || folded.contains("my")
    }

    func isMet(by hit: SourceMessage, in found: FoundContext) -> Bool {
        guard let score = hit.score else { return false }
        // "What did Sara say last week?" has no topic: whatever was found by person and time is it.
        guard !stems.isEmpty else { return true }
        if found.degraded != nil { return score >= ChatAnswer.sharedWords }
        let shares = !ContentWords.stems(of: hit.text).isDisjoint(with: stems)
        return score >= (shares ? ChatAnswer.scoreWithWord : ChatAnswer.scoreAlone(among: found.searched))
    }
}

extension SourceMessage {
    func scored(_ score: Double?) -> SourceMessage {
        SourceMessage(
            id: id,
            chatId: chatId,
            seq: seq,
            clientMessageId: clientMessageId,
            senderId: senderId,
            senderName: senderName,
            group: group,
            text: text,
            sentAt: sentAt,
            score: score
        )
    }
}
