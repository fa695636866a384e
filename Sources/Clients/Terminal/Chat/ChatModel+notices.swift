import Domain
import SpotterAPI
import SpotterClient

/// Due reminders, changed appointments, and the lists of both.
extension ChatModel {
    /// Each is printed once; what is on the screen counts as seen. One that was shown before and is still unseen at the
    /// server is marked again.
    mutating func show(_ notices: [Notice]) -> [ChatEffect] {
        let new = notices.filter { shownNotices.insert($0.id).inserted && $0.seenAt == nil }
        let lines = new.map { NoticeFormatter.line($0, now: serverClock.now(), time: time, style: style) }
        return (lines.isEmpty ? [] : [.print(lines)])
            + notices.filter { $0.seenAt == nil }.map { .markNoticeSeen($0.id) }
    }

    /// Piped lines are there before the connection is, and with it the server's clock. Without one it is this device's.
    mutating func agendasAsked() -> [ChatEffect] {
        guard knowsServerClock || connection != .connecting else { return [] }
        defer { spansAsked = [] }
        return spansAsked.map { .agenda(AgendaRange($0, now: serverClock.now(), time: time)) }
    }

    func showAgenda(_ events: [ListedEvent], _ range: AgendaRange) -> [ChatEffect] {
        [.print(AgendaFormatter.lines(events, range, time: time, style: style))]
    }

    func showReminders(_ reminders: [Reminder]) -> [ChatEffect] {
        [.print(ReminderFormatter.lines(reminders, now: serverClock.now(), time: time, style: style))]
    }
}

extension SpotterHTTP {
    func events(_ range: AgendaRange) async throws -> [ListedEvent] {
        try await events(from: range.start, to: range.end)
    }
}
