package import AssistantTools
package import Domain
import Foundation
import Messaging
import Scheduling
package import SpotterAPI

/// Summarises messages without a model: the sentences that share most with the others, each with its source, and what
/// was promised, settled, asked and dated.
///
/// A sentence counts by the rarity of its words that other sentences have too (centrality, as in Erkan and Radev's
/// LexRank 2004, with one step), more with a number or a time; one that repeats another is left out.
package struct ExtractiveSummary: Sendable {
    /// Of a summary that people read.
    static let maxPoints = 7
    package static let maxItems = 8
    /// Sentences that share this much of their words say the same.
    static let maxOverlap = 0.5

    package let requester: Requester
    package let now: Timestamp
    var maxPoints = Self.maxPoints

    /// - Parameter read: in the order of the chat.
    package func summary(of read: [ReadMessage]) -> ChatSummary {
        let messages = read.map(\.message)
        let sentences = read.flatMap(\.sentences)
        let open = openQuestions(sentences, messages)
        let acted = SummaryReadings(read)
        let actions = Array(acted.actions.suffix(Self.maxItems))
        let decisions = Array(acted.decisions.suffix(Self.maxItems))
        let dates = newest(sentences.filter { $0.namesTime && !$0.isQuestion && !acted.holds($0) })
        let points = central(sentences.filter { !$0.isQuestion })
        let builder = SummaryBuilder(requester: requester)
        return ChatSummary(
            text: "",
            points: builder.points(points),
            actionItems: builder.points(actions),
            decisions: builder.points(decisions),
            openQuestions: builder.points(open),
            dates: builder.points(dates),
            messages: messages.count
        ).worded(for: requester, covering: messages)
    }

    /// Questions of some messages after which nobody else wrote.
    /// - Parameter messages: in the order of the chat, up to its end.
    func openQuestions(in messages: [VisibleMessage]) -> [SummarySentence] {
        let times = requester.times(at: now)
        return openQuestions(messages.flatMap { SummarySentence.sentences(of: $0, times: times) }, messages)
    }

    /// Questions after which nobody else wrote.
    private func openQuestions(_ sentences: [SummarySentence], _ messages: [VisibleMessage]) -> [SummarySentence] {
        var last: [ChatID: (sender: UserID, since: Int64)] = [:]
        for message in messages {
            if last[message.chatId]?.sender != message.senderId {
                last[message.chatId] = (message.senderId, message.seq)
            }
        }
        return newest(
            sentences.filter { sentence in
                guard let end = last[sentence.message.chatId] else { return false }
                return sentence.isQuestion && sentence.message.senderId == end.sender
                    && sentence.message.seq >= end.since
            }
        )
    }

    private func newest(_ sentences: [SummarySentence]) -> [SummarySentence] { Array(sentences.suffix(Self.maxItems)) }

    private func central(_ sentences: [SummarySentence]) -> [SummarySentence] {
        var counts: [String: Int] = [:]
        for sentence in sentences { for stem in sentence.stems { counts[stem, default: 0] += 1 } }
        let all = Double(max(1, sentences.count))
        func weight(_ stem: String) -> Double {
            let count = Double(counts[stem, default: 0])
            return count > 1 ? log(1 + count) * log(1 + all / count) : 0.1
        }
        let scored = sentences.filter { $0.stems.count >= 2 }.map { sentence in
            let shared =
                sentence.stems.sorted().reduce(0) { $0 + weight($1) } / Double(sentence.stems.count).squareRoot()
            let hasNumber = sentence.text.contains(where: \.isNumber)
            return (sentence: sentence, score: shared * (hasNumber || sentence.namesTime ? 1.3 : 1))
        }.sorted { ($0.score, $0.sentence.message.seq) > ($1.score, $1.sentence.message.seq) }
        var chosen: [SummarySentence] = []
        for (sentence, _) in scored where chosen.count < maxPoints {
            let repeats = chosen.contains { other in
                let shared = Double(other.stems.intersection(sentence.stems).count)
                return shared / Double(max(1, min(other.stems.count, sentence.stems.count))) > Self.maxOverlap
            }
            if !repeats { chosen.append(sentence) }
        }
        return chosen.sorted {
            ($0.message.sentAt, $0.message.num, $0.number) < ($1.message.sentAt, $1.message.num, $1.number)
        }
    }
}
