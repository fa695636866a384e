import AssistantTools
import Domain
import Foundation
import Messaging
import Scheduling
package import SpotterAPI
import TextReading

/// What the two have promised each other in their direct chat, as `ChatInsights` has it. A promise
/// counts as kept only once it is marked as done.
extension WeekReader {
    /// How long after it was due, or said without a date, a promise counts: for longer it was mostly kept.
    package static let promiseDays: Int64 = 7
    /// "I should tell you that it's now 14 seconds" promises nothing.
    static let minAheadSeconds: Int64 = 600
    /// "I can …" is an offer.
    static let minPromiseConfidence = 0.7
    /// A promise without a date isn't told before.
    static let promiseRestSeconds: Int64 = 86_400

    /// The newest first.
    package func openPromises(of client: WeekClient) throws -> [InsightList.Entry] {
        guard let chat = client.chat else { return [] }
        let list = try InsightList(of: chat, for: requester.actor, on: connection)
        let start = window.now.adding(seconds: -Self.promiseDays * 86_400)
        return try list.entries(.action, since: start, until: .latest, dueAfter: start).filter { entry in
            entry.doneAt == nil && entry.insight.reading.doer == "sender"
                && (entry.insight.reading.confidence ?? 0) >= Self.minPromiseConfidence
                && (entry.insight.dueEnd ?? .latest)
                    >= max(start, entry.insight.saidAt.adding(seconds: Self.minAheadSeconds))
        }
    }

    package func isOwn(_ promise: InsightList.Entry) -> Bool { promise.message.senderId == requester.user.id }

    func promise(_ entry: InsightList.Entry, _ client: WeekClient) -> WeekReason? {
        guard let (kind, words) = isOwn(entry) ? own(entry) : theirs(entry, client) else { return nil }
        return WeekReason(
            id: Self.reasonId(entry),
            kind: kind,
            text: words,
            since: entry.insight.dueEnd ?? entry.insight.saidAt,
            citations: [entry.message.citation(quoting: entry.insight.reading.quote)],
            drafts: kind == .ownPromise ? [.reminder] : [.message, .reminder]
        )
    }

    private func own(_ entry: InsightList.Entry) -> (WeekReason.Kind, String)? {
        guard let end = entry.insight.dueEnd else {
            guard entry.insight.saidAt <= window.now.adding(seconds: -Self.promiseRestSeconds) else { return nil }
            let said = window.date(entry.insight.saidAt)
            return (.ownPromise, "You promised something on \(said); it isn't marked as done")
        }
        if end <= window.now {
            return (.ownPromiseLate, "You promised something for \(due(entry, end)); it isn't marked as done")
        }
        return end <= window.until ? (.ownPromise, "You promised something for \(due(entry, end))") : nil
    }

    private func theirs(_ entry: InsightList.Entry, _ client: WeekClient) -> (WeekReason.Kind, String)? {
        guard entry.message.senderId == client.id, let end = entry.insight.dueEnd, end <= window.now else { return nil }
        return (.clientPromiseLate, "Promised something for \(due(entry, end)); it isn't marked as done")
    }

    /// The last day, or the exact time, that was said.
    private func due(_ entry: InsightList.Entry, _ end: Timestamp) -> String {
        if let exact = entry.insight.reading.dueAt { return window.moment(exact) }
        let last = end.adding(milliseconds: -1)
        return "\(window.date(last)) (\(window.words.distance(of: last, from: window.now)))"
    }

    /// The task's own.
    package static func reasonId(_ entry: InsightList.Entry) -> WeekReasonID {
        WeekReasonID(high: entry.insight.id.high, low: entry.insight.id.low)
    }

    // MARK: Reminders

    /// The trainer's open promises as reminders, but those of which one was made.
    package func reminders(for client: WeekClient, _ promises: [InsightList.Entry]) throws -> [WeekReminder] {
        let own = promises.filter(isOwn)
        return try own.compactMap { entry -> WeekReminder? in
            let suggestion = try suggestion(for: entry, client)
            let alone = own.count { $0.message.id == entry.message.id } == 1
            let made = try remindersMade(entry.message.id, connection)
            guard !made.contains(where: { alone || $0 == suggestion.text }) else { return nil }
            return WeekReminder(
                reasonId: Self.reasonId(entry),
                userId: client.id,
                displayName: client.name,
                text: suggestion.text,
                dueAt: suggestion.dueAt,
                dueText: suggestion.dueText,
                citation: suggestion.citation
            )
        }
    }

    private func suggestion(for entry: InsightList.Entry, _ client: WeekClient) throws -> ReminderSuggestion {
        let sender = isOwn(entry) ? requester.user.timezone : client.timezone
        let zone = TimeZone(identifier: sender) ?? .gmt
        let message = entry.message
        return ReminderDraft(
            message: message,
            reading: MessageReader().reading(of: message.text, sentAt: message.sentAt, timeZone: zone),
            times: SpokenTimes(SpokenText(message.text), sentAt: message.sentAt, timeZone: zone),
            requester: requester,
            other: client.name,
            now: window.now,
            action: entry.insight.id
        ).suggestion
    }
}
