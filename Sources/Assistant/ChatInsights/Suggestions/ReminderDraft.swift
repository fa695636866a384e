package import AssistantTools
package import Domain
import Foundation
package import Messaging
import Scheduling
package import SpotterAPI
import TextReading

/// Words the reminder that one reader of a message is offered: its text, time, topic and priority.
package struct ReminderDraft: Sendable {
    /// The hour of a day that was named without one.
    static let hour = 9

    package let message: VisibleMessage
    package let reading: MessageReading
    /// The sender's local time.
    package let times: SpokenTimes
    package let requester: Requester
    /// The other person of a direct chat.
    package let other: String?
    package let now: Timestamp
    /// Which of the message's tasks; the surest if none is named.
    package var action: ActionItemID?

    package init(
        message: VisibleMessage,
        reading: MessageReading,
        times: SpokenTimes,
        requester: Requester,
        other: String?,
        now: Timestamp,
        action: ActionItemID? = nil
    ) {
        self.message = message
        self.reading = reading
        self.times = times
        self.requester = requester
        self.other = other
        self.now = now
        self.action = action
    }

    private var isOwn: Bool { message.senderId == requester.user.id }

    package var suggestion: ReminderSuggestion {
        let action = chosenAction
        let spoken = SpokenText(message.text)
        let due = action?.due ?? times.due(in: spoken.words.indices)
        let (dueAt, doubts) = moment(due)
        return ReminderSuggestion(
            text: text(action),
            dueAt: dueAt,
            dueText: due?.words,
            topic: MessageTopic.topic(of: spoken),
            priority: reading.priority.level,
            doubts: doubts,
            citation: message.citation(quoting: action?.action.quote ?? Quote.best(of: message.text, for: []))
        )
    }

    private var chosenAction: MessageReading.Action? {
        let named = action.flatMap { id in
            reading.actions.first { StoredInsight.id(of: .action, in: message.id, words: $0.action.task) == id }
        }
        return named ?? reading.actions.max { $0.action.confidence < $1.action.confidence }
    }

    // MARK: When

    /// The exact time that was said; else the morning of that day, or soon if the day has begun; else tomorrow morning.
    private func moment(_ due: DueDate?) -> (Timestamp, [ProposalDoubt]) {
        let clock = LocalClock(identifier: requester.timezone) ?? .utc
        let doubts = due?.doubts.map(ProposalDoubt.init) ?? []
        if let at = due?.at, at > now { return (at, doubts) }
        if let due, due.at == nil, due.endsAt > now, let day = day(due.day) {
            let morning = clock.instant(day, second: Self.hour * 3600).instant
            if morning > now {
                return (morning, doubts + [Self.guess("The message names no hour, so \(Self.hour):00 is a guess")])
            }
            let soon = min(now.adding(minutes: 60), due.endsAt.adding(milliseconds: -60_000))
            if soon > now { return (soon, doubts + [Self.guess("The message names no hour, so soon is a guess")]) }
        }
        let tomorrow = clock.local(now).day.adding(days: 1)
        let said = due == nil ? "The message names no time ahead" : "The time that the message names has passed"
        let guess = Self.guess("\(said), so tomorrow \(Self.hour):00 is a guess")
        return (clock.instant(tomorrow, second: Self.hour * 3600).instant, [guess])
    }

    private static func guess(_ text: String) -> ProposalDoubt { ProposalDoubt(.noTime, text) }

    private func day(_ text: String) -> LocalDay? {
        let numbers = text.split(separator: "-").compactMap { Int($0) }
        return numbers.count == 3 ? LocalDay(year: numbers[0], month: numbers[1], day: numbers[2]) : nil
    }

    // MARK: What

    private func text(_ action: MessageReading.Action?) -> String {
        let name = (isOwn ? other : message.senderName).map { String($0.prefix { !$0.isWhitespace }) }
        let text: String
        if let action {
            text = task(action, with: name)
        } else if isOwn {
            text = message.text
        } else if message.text.isOnlyQuestion {
            text = "Answer \(name ?? "them"): “\(reading.priority.quote)”"
        } else {
            text = "\(name ?? "They"): “\(reading.priority.quote)”"
        }
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ").trimmed
        let shown = line.isEmpty ? "Look at what \(name ?? "they") sent" : line
        return TextLength(ReminderRules.textLength).prefix(of: shown)
    }

    /// The task in words that its reader can keep: "Send Sara the new plan" for "I'll send you the new plan by Friday".
    private func task(_ action: MessageReading.Action, with name: String?) -> String {
        var words = action.action.task
        if let due = action.due, let range = words.range(of: due.words) { words.removeSubrange(range) }
        words = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .trimmingCharacters(in: CharacterSet(charactersIn: " ,.;:"))
        if let name {
            let swaps = isOwn ? ["you": name, "your": "\(name)'s"] : ["me": name, "my": "\(name)'s"]
            words = words.split(separator: " ").map { swaps[$0.lowercased()] ?? String($0) }.joined(separator: " ")
        }
        let isMine = action.action.doer == (isOwn ? .sender : .addressee) || action.action.doer == .us
        let capitalized = words.prefix(1).uppercased() + words.dropFirst()
        return isMine ? capitalized : "\(name ?? "They"): \(words)"
    }
}
