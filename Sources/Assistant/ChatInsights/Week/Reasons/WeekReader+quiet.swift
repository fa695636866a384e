import AssistantTools
import Domain
import Messaging
import Scheduling
import SpotterAPI

extension WeekReader {
    /// They haven't written for longer than is usual for them, nor come to a session since, and haven't said that they are
    /// away.
    func quiet(_ client: WeekClient, away items: [ProfileItem]) throws -> WeekReason? {
        guard let chat = client.chat else { return nil }
        let written = try WritingTime.newest(WritingHabit.maxMessages, of: client.id, in: chat, on: connection)
        guard let last = written.first, !items.contains(where: isAway) else { return nil }
        let habit = WritingHabit(days: written.map { window.clock.local($0.sentAt).day.number })
        let met = (material.events[client.id] ?? []).last { event in
            event.status != .cancelled && event.endsAt <= window.now && event.endsAt > last.sentAt
        }
        let silence = window.words.days(from: max(last.sentAt, met?.endsAt ?? last.sentAt), to: window.now)
        guard habit.isQuiet(after: silence), let message = try visible.message(last.message) else { return nil }
        let usual = habit.usualGap.map { $0 == 1 ? "; usually writes every day" : "; usually writes every \($0) days" }
        let session = met.map { ", was last here on \(window.date($0.startsAt))" } ?? ""
        return WeekReason(
            id: WeekReasonID("quiet", last.message.bytes),
            kind: .quiet,
            text: "Hasn't written since \(window.moment(last.sentAt))\(session)\(usual ?? "")",
            since: last.sentAt,
            citations: [message.citation],
            eventIds: met.map { [$0.id] } ?? [],
            drafts: [.message]
        )
    }

    private func isAway(_ item: ProfileItem) -> Bool {
        guard item.category == .travel, item.status == .current, let end = item.validTo else { return false }
        return (item.validFrom ?? .earliest) <= window.now && window.now < end
    }
}
