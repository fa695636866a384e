import AssistantTools
import Domain
import Messaging
package import SpotterAPI

/// What the calendar says of a client.
extension WeekReader {
    static let maxSessions = 8
    /// Whoever came this often in the last sixty days comes regularly.
    static let regularSessions = 2

    func sessionReasons(_ client: WeekClient) -> [WeekReason] {
        let events = material.events[client.id] ?? []
        let moved = events.filter { moves[$0.id] != nil && $0.status != .cancelled }.map(movedSession)
        if let cancelled = cancelledSession(events) { return [cancelled] + moved }
        return [nothingBooked(events)].compactMap { $0 } + moved
    }

    private func cancelledSession(_ events: [CalendarEvent]) -> WeekReason? {
        let cancelled = events.last { event in
            event.status == .cancelled && window.since <= event.startsAt && event.startsAt < window.until
        }
        guard let cancelled else { return nil }
        let isReplaced = events.contains { event in
            event.status != .cancelled && event.startsAt >= min(cancelled.startsAt, window.now)
        }
        guard !isReplaced else { return nil }
        let day = window.moment(cancelled.startsAt)
        return WeekReason(
            id: WeekReasonID("cancelled", cancelled.id.bytes),
            kind: .cancelledSession,
            text: "The session on \(day) is cancelled, and nothing is planned in the next 14 days",
            since: cancelled.startsAt,
            eventIds: [cancelled.id],
            drafts: [.message]
        )
    }

    private func nothingBooked(_ events: [CalendarEvent]) -> WeekReason? {
        let held = events.filter { $0.status != .cancelled && $0.endsAt <= window.now }
        guard held.count >= Self.regularSessions, let last = held.last, last.startsAt < window.since,
            !events.contains(where: { $0.status != .cancelled && $0.endsAt > window.now })
        else { return nil }
        return WeekReason(
            id: WeekReasonID("unbooked", last.id.bytes),
            kind: .nothingBooked,
            text: "Was last here on \(window.moment(last.startsAt)), and nothing is planned in the next 14 days",
            since: last.startsAt,
            eventIds: [last.id],
            drafts: [.message]
        )
    }

    private func movedSession(_ event: CalendarEvent) -> WeekReason {
        let before = moves[event.id].map { " from \(window.words.dateTime($0))" } ?? ""
        return WeekReason(
            id: WeekReasonID("moved", event.id.bytes + Array("\(event.startsAt.milliseconds)".utf8)),
            kind: .movedSession,
            text: "A session was moved\(before) to \(window.words.dateTime(event.startsAt))",
            since: event.startsAt,
            eventIds: [event.id]
        )
    }

    // MARK: The sessions themselves

    package func sessions(of client: WeekClient) -> [WeekSession] {
        (material.events[client.id] ?? []).filter { event in
            event.endsAt > window.since && event.startsAt < window.until
        }.map { event in
            let state: WeekSession.State =
                event.status == .cancelled ? .cancelled : event.endsAt <= window.now ? .held : .coming
            return WeekSession(
                eventId: event.id,
                title: event.title,
                startsAt: event.startsAt,
                endsAt: event.endsAt,
                state: state,
                movedFrom: moves[event.id]
            )
        }
    }
}
