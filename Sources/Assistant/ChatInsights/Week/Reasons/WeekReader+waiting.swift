import AssistantTools
import Domain
import Foundation
import Messaging
import SpotterAPI
import TextReading

/// Who waits for an answer, and who owes one.
extension WeekReader {
    /// The inbox says that and since when somebody waits; the most pressing of their messages since says why. Thanks and
    /// small talk wait for nothing.
    func waiting(_ client: WeekClient) throws -> WeekReason? {
        guard let chat = client.chat, let item = material.inbox[chat] else { return nil }
        guard let priority = try priority(of: item, in: chat, client), let citation = priority.citation,
            priority.level != .low
        else { return nil }
        let kind: WeekReason.Kind =
            priority.level == .urgent ? .urgent : asks(priority, client) ? .waiting : .unanswered
        return WeekReason(
            // Whatever is written next is another reason, also if this one was dismissed.
            id: WeekReasonID("waiting", item.lastMessage.id.bytes),
            kind: kind,
            text: "\(Self.words(priority, kind)) since \(window.moment(item.waitingSince))",
            since: item.waitingSince,
            citations: [citation],
            drafts: [.message]
        )
    }

    private func priority(of item: InboxItem, in chat: ChatID, _ client: WeekClient) throws -> Priority? {
        let list = try InsightList(of: chat, for: requester.actor, on: connection)
        let order = PriorityLevel.allCases
        let unanswered = try UnansweredMessages(in: list, for: requester.actor, at: window.now).priorities
            .filter { ($0.citation?.sentAt ?? .earliest) >= item.waitingSince }
        func rank(_ priority: Priority) -> Int { order.firstIndex(of: priority.level) ?? 0 }
        if let highest = unanswered.map(rank).max() { return unanswered.first { rank($0) == highest } }
        // It has waited for longer than what counts there.
        guard let last = try visible.message(item.lastMessage.id), last.senderId != requester.user.id,
            !last.text.trimmed.isEmpty
        else { return nil }
        let found = MessageReader().reading(of: last.text, sentAt: last.sentAt, timeZone: client.zone).priority
        return Priority(level: found.level, reason: found.reason, citation: last.citation(quoting: found.quote))
    }

    /// Whether something is to be answered, and not only to be read.
    private func asks(_ priority: Priority, _ client: WeekClient) -> Bool {
        switch priority.reason {
        case .question, .waiting, .injury, .trouble, .danger, .hurry, .overdue: return true
        case .news, .smallTalk, .nothing: return false
        case .dueSoon:
            guard let citation = priority.citation else { return false }
            let reading = MessageReader().reading(of: citation.quote, sentAt: citation.sentAt, timeZone: client.zone)
            return citation.quote.contains("?") || reading.actions.contains { $0.action.doer == .addressee }
        }
    }

    private static func words(_ priority: Priority, _ kind: WeekReason.Kind) -> String {
        switch (kind, priority.reason) {
        case (.urgent, .danger): "Wrote of danger to their health, and waits"
        case (.urgent, _): "Wrote that it's urgent, and waits"
        case (.unanswered, _): "Wrote last, without an answer"
        case (_, .injury): "Wrote of pain or an injury, and waits"
        case (_, .trouble): "Wrote of trouble, and waits"
        default: "Asked something, and waits"
        }
    }

    // MARK: Their answer

    /// How long a question of the trainer's may be open, in days.
    static let questionDays: ClosedRange<Int64> = 2...14

    /// The last question that the trainer asked, if nobody else has written after it.
    func unansweredQuestion(_ client: WeekClient) throws -> WeekReason? {
        guard let chat = client.chat else { return nil }
        let newest = try visible.newest(10, filter: "m.chat_id = $2", arguments: [chat])
        let own = Array(newest.prefix { $0.senderId == requester.user.id }.reversed())
        let limits = Self.questionDays
        guard let last = own.last, last.sentAt <= window.now.adding(seconds: -limits.lowerBound * 86_400),
            last.sentAt >= window.now.adding(seconds: -limits.upperBound * 86_400)
        else { return nil }
        let questions = ExtractiveSummary(requester: requester, now: window.now).openQuestions(in: own)
        guard let asked = questions.last, TextWord.words(of: asked.text).count >= Self.minQuestionWords else {
            return nil
        }
        return WeekReason(
            id: WeekReasonID("question", asked.message.id.bytes),
            kind: .unansweredQuestion,
            text: "Hasn't answered your question of \(window.moment(asked.message.sentAt))",
            since: asked.message.sentAt,
            citations: [asked.message.citation(quoting: asked.text)],
            drafts: [.message]
        )
    }

    /// "Okay?" wants no answer.
    private static let minQuestionWords = 3
}
