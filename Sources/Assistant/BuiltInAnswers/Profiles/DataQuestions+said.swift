import AssistantTools
import Domain
import Foundation
import Messaging
import Retrieval
import SpotterAPI
import TextReading
import TimeExpressions

/// What clients wrote of themselves and their profiles don't hold, since rules don't understand everything. It is told as what
/// they wrote, and to be asked about.
extension DataQuestions {
    private static let painDays: Int64 = 42
    private static let tripDays: Int64 = 120
    private static let maxFound = 200

    /// "Who is away next week?": by profiles, and by journeys that were written of with a day in that time.
    func away(_ known: KnownFacts, during range: Range<Timestamp>) async throws -> DataAnswer? {
        let items = known.lines.flatMap { line in line.items.map { (line.client, $0) } }
        let lines = try await FactLines(items, of: self)
        let current = lines.with([.current])
        let listed = Set(current.map(\.client))
        let since = now.adding(seconds: -Self.tripDays * 86_400)
        let said = try await newest(of: [AnswerWords.trip, AnswerWords.span], since: since, besides: listed) {
            message,
            folded in
            guard AnswerWords.trip.isIn(folded) else { return false }
            return times(of: message).find(in: message.text).contains { match in
                guard let start = match.reading.startsAt else { return false }
                let end = match.reading.endsAt ?? start.adding(milliseconds: 1)
                return start < range.upperBound && end > range.lowerBound
            }
        }
        let answers = [
            lines.answer("Away, by what they said about themselves:", current),
            told("Wrote of being away then; ask whether it holds:", said),
        ].compactMap { $0 }
        guard !answers.isEmpty else { return nil }
        return DataAnswer(joining: answers)
    }

    /// Who wrote lately that something hurts, and not that it's over.
    func pains(besides listed: Set<UserID>) async throws -> (answer: DataAnswer, clients: Set<UserID>)? {
        let since = now.adding(seconds: -Self.painDays * 86_400)
        let stems = Set(AnswerWords.pain.words.map(TextWord.stem))
        let said = try await newest(of: [AnswerWords.pain], since: since, besides: listed) { message, folded in
            AnswerWords.pain.isIn(folded) && !OtherPeople.own(message.text, about: stems)
                && !Recovery.says(message.text, about: stems)
        }
        let head = "Wrote of pain in the last \(Self.painDays / 7) weeks; ask how it is now:"
        return told(head, said).map { ($0, Set(said.map(\.senderId))) }
    }

    /// The newest fitting message of each client who isn't listed, newest first.
    private func newest(
        of words: [WordList],
        since: Timestamp,
        besides listed: Set<UserID>,
        where isFit: (_ message: VisibleMessage, _ folded: [String]) -> Bool
    ) async throws -> [VisibleMessage] {
        let clients = ownClients.filter { client in client.userId.map { !listed.contains($0) } ?? false }
        let users = Set(clients.compactMap(\.userId))
        var newest: [UserID: VisibleMessage] = [:]
        let all = words.reduce(into: Set<String>()) { $0.formUnion($1.words) }.sorted()
        // A search takes at most 32 words.
        for start in stride(from: 0, to: all.count, by: 32) {
            let found = try await search.messages(
                withAnyOf: Array(all[start..<min(start + 32, all.count)]),
                in: clients.compactMap(\.chat),
                since: since,
                limit: Self.maxFound,
                for: requester.actor
            )
            for message in found where users.contains(message.senderId) && !message.text.isOnlyQuestion {
                if let known = newest[message.senderId], known.sentAt >= message.sentAt { continue }
                if isFit(message, TextWord.words(of: message.text).map(\.folded)) { newest[message.senderId] = message }
            }
        }
        return newest.values.sorted { ($0.sentAt, $0.num) > ($1.sentAt, $1.num) }
    }

    private func told(_ head: String, _ messages: [VisibleMessage]) -> DataAnswer? {
        guard !messages.isEmpty else { return nil }
        let quotes = QuoteLines(requester: requester, now: now, stems: []).lines(of: messages.map { [$0] })
        return DataAnswer(text: ([head] + quotes.lines).joined(separator: "\n"), citations: quotes.citations)
    }

    /// Reads times as the message's writer meant them.
    private func times(of message: VisibleMessage) -> TimeExpressionParser {
        let zone = directory.person(.user(message.senderId))?.timezone ?? requester.timezone
        let language = TextLanguage.of(message.text)
        return TimeExpressionParser(
            now: message.sentAt,
            timeZone: TimeZone(identifier: zone) ?? .gmt,
            locale: language == .english ? requester.locale : language.code
        )
    }
}
