import AssistantTools
package import Domain
import Messaging
package import SpotterAPI

/// What was read in a chat, as one of its members is told.
package struct InsightView: Sendable {
    let reader: UserID
    package let people: ChatPeople
    package let now: Timestamp

    package init(reader: UserID, people: ChatPeople, now: Timestamp) {
        self.reader = reader
        self.people = people
        self.now = now
    }

    package func action(_ entry: InsightList.Entry) -> ActionItem {
        let reading = entry.insight.reading
        let due = entry.insight.dueEnd.flatMap { end in
            reading.dueText.map {
                ActionItem.Due(text: $0, date: reading.dueDay ?? "", at: reading.dueAt, endsAt: end)
            }
        }
        return ActionItem(
            id: entry.insight.id,
            text: reading.text ?? reading.quote,
            doer: people.doer(reading, of: entry.message),
            due: due,
            priority: priority(of: reading, due: due, isDone: entry.doneAt != nil),
            confidence: reading.confidence ?? 0.5,
            done: entry.doneAt != nil,
            doneAt: entry.doneAt,
            doneBy: entry.doneBy,
            citation: entry.message.citation(quoting: reading.quote)
        )
    }

    /// What is late, or due within a day, is important.
    private func priority(of reading: StoredInsight.Reading, due: ActionItem.Due?, isDone: Bool) -> PriorityLevel {
        if isDone { return .low }
        if reading.level == .urgent { return .urgent }
        if let due, due.endsAt < now.adding(seconds: 86_400) { return .high }
        // It was important for today; that day is over or it has no date.
        return reading.level == .low ? .low : .normal
    }

    /// Open ones first, those that are due first; then the newest.
    package func sorted(_ items: [ActionItem]) -> [ActionItem] {
        items.enumerated().sorted { one, other in
            let (a, b) = (one.element, other.element)
            if a.done != b.done { return !a.done }
            let (first, second) = (a.due?.endsAt ?? .latest, b.due?.endsAt ?? .latest)
            return first == second ? one.offset < other.offset : first < second
        }.map(\.element)
    }

    package func decision(_ entry: InsightList.Entry) -> Decision {
        let reading = entry.insight.reading
        let text = reading.text ?? reading.quote
        let proposed = entry.previous.map { [$0.citation(quoting: text)] } ?? []
        return Decision(
            id: DecisionID(high: entry.insight.id.high, low: entry.insight.id.low),
            text: text,
            decidedBy: entry.message.senderId,
            decidedAt: entry.message.sentAt,
            confidence: reading.confidence ?? 0.5,
            citations: proposed + [entry.message.citation(quoting: reading.quote)]
        )
    }

    package func priority(_ entry: InsightList.Entry) -> Priority? {
        let reading = entry.insight.reading
        guard let level = reading.level, let reason = reading.reason else { return nil }
        return Priority(level: level, reason: reason, citation: entry.message.citation(quoting: reading.quote))
    }

    package func meeting(_ entry: InsightList.Entry) -> MeetingRequest {
        let reading = entry.insight.reading
        return MeetingRequest(
            citation: entry.message.citation(quoting: reading.quote),
            eventType: reading.eventType,
            minutes: reading.minutes,
            since: reading.since,
            until: reading.until,
            confidence: reading.confidence ?? 0.5
        )
    }

    /// The chat's priority for its reader: the most pressing of what others wrote since, what is late, and who waits.
    package func priority(of unanswered: UnansweredMessages, _ items: [ActionItem]) -> Priority {
        var candidates = unanswered.priorities
        let mine = items.filter { !$0.done && $0.doer.userId == reader }
        if let late = mine.first(where: { ($0.due?.endsAt ?? .latest) <= now }) {
            candidates.append(Priority(level: .high, reason: .overdue, citation: late.citation))
        } else if let soon = mine.first(where: { ($0.due?.endsAt ?? .latest) < now.adding(seconds: 86_400) }) {
            candidates.append(Priority(level: .high, reason: .dueSoon, citation: soon.citation))
        }
        let order = PriorityLevel.allCases
        func rank(_ priority: Priority) -> Int { order.firstIndex(of: priority.level) ?? 0 }
        let highest = candidates.map(rank).max()
        guard var chosen = candidates.first(where: { rank($0) == highest }) else {
            return Priority(level: .low, reason: .nothing)
        }
        chosen.waitingSince = unanswered.since
        return chosen
    }
}
