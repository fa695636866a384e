package import AssistantTools
package import Domain
import Messaging
import RequestReading
package import Retrieval
import SpotterAPI
import TextReading

/// "Who's in for another round?": who said yes to a question that the user asked a group.
package struct Poll: Sendable {
    private static let replyMs: Int64 = 4 * 86_400_000
    private static let maxReplies = 80

    package let requester: Requester
    package let now: Timestamp

    package init(requester: Requester, now: Timestamp) {
        self.requester = requester
        self.now = now
    }

    package static func isAsked(_ question: String) -> Bool {
        let asked = AskedWords(question)
        return Topic.asksWho(asked.phrase)
            && asked.says("in for")
            || AnswerWords.of("who").contains(asked.folded.first ?? "")
                && asked.says("joining") && asked.words.count <= 12
    }

    /// - Returns: `nil` if no such question was asked, or if nobody said yes.
    package func answer(_ topic: Topic, _ found: FoundContext, search: MessageSearch) async throws -> DataAnswer? {
        let own = found.hits.map(\.message).first { message in
            message.senderId == requester.user.id && message.groupName != nil && message.text.contains("?")
                && !ContentWords.stems(of: message.text).isDisjoint(with: topic.stems)
        }
        guard let own else { return nil }
        let replies = try await search.messages(
            of: own.chatId,
            since: own.sentAt.adding(milliseconds: 1),
            until: own.sentAt.adding(milliseconds: Self.replyMs),
            limit: Self.maxReplies,
            for: requester.actor
        )
        var seen: Set<UserID> = []
        let agreeing = replies.filter { reply in
            reply.senderId != requester.user.id && Self.agrees(reply.text) && seen.insert(reply.senderId).inserted
        }
        guard !agreeing.isEmpty else { return nil }
        let lines = QuoteLines(requester: requester, now: now, stems: topic.stems)
            .lines(of: [[own]] + agreeing.map { [$0] })
        let text = ["Your question:"] + lines.lines.prefix(1) + ["Those who said yes:"] + lines.lines.dropFirst()
        return DataAnswer(text: text.joined(separator: "\n"), citations: lines.citations)
    }

    /// Whether a reply begins with a yes.
    private static func agrees(_ text: String) -> Bool {
        let words = TextWord.words(of: text).map(\.folded)
        if words.isEmpty { return ["👍", "🙋", "✋", "✅", "🙌"].contains { text.contains($0) } }
        if AnswerWords.of("yes").contains(words[0]) {
            return words.count < 2 || !AnswerWords.of("yes but").contains(words[1])
        }
        return AnswerWords.of("joins").isIn(words)
    }
}
