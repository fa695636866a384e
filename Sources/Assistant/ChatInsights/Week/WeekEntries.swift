import ClientProfiles
import Domain
import Scheduling
package import SpotterAPI
import Storage

/// A client with all that can be on the page about them.
package struct WeekEntry: Sendable {
    package let client: WeekClient
    /// Most urgent first.
    package let reasons: [WeekReason]
    package let sessions: [WeekSession]
    package let reminders: [WeekReminder]

    package init(client: WeekClient, reasons: [WeekReason], sessions: [WeekSession], reminders: [WeekReminder]) {
        self.client = client
        self.reasons = reasons
        self.sessions = sessions
        self.reminders = reminders
    }

    /// Whether something is to be done.
    package var wantsAttention: Bool { reasons.contains { !$0.kind.isNews } }

    /// Whoever has the more pressing reason comes first; of equals whoever has the more pressing second and third one, then
    /// whose first is so for longer, then by name.
    static func pressesMore(_ one: WeekEntry, _ other: WeekEntry) -> Bool {
        for position in 0..<WeekPage.maxReasons {
            let ranks = [one, other].map { entry in
                entry.reasons.indices.contains(position) ? entry.reasons[position].rank : Int.max
            }
            if ranks[0] != ranks[1] { return ranks[0] < ranks[1] }
        }
        let since = [one, other].map { $0.reasons.first?.since ?? .latest }
        return (since[0], one.client.name, one.client.id) < (since[1], other.client.name, other.client.id)
    }
}

extension WeekPage {
    package static let maxPeople = 12
    static let maxReasons = 3
    static let maxReminders = 12

    package init(_ entries: [WeekEntry], in window: WeekWindow, timezone: String) {
        let people = entries.filter { !$0.reasons.isEmpty }.sorted(by: WeekEntry.pressesMore)
        let sessions = entries.flatMap(\.sessions)
        let reminders = entries.flatMap(\.reminders).sorted { ($0.dueAt, $0.reasonId) < ($1.dueAt, $1.reasonId) }
        self.init(
            createdAt: window.now,
            timezone: timezone,
            since: window.since,
            until: window.until,
            people: people.prefix(Self.maxPeople).map { entry in
                WeekPerson(
                    userId: entry.client.id,
                    displayName: entry.client.name,
                    chatId: entry.client.chat,
                    reasons: Array(entry.reasons.prefix(Self.maxReasons)),
                    moreReasons: max(0, entry.reasons.count - Self.maxReasons),
                    sessions: Array(entry.sessions.prefix(WeekReader.maxSessions))
                )
            },
            morePeople: max(0, people.count - Self.maxPeople),
            attention: people.count(where: \.wantsAttention),
            sessions: WeekSessionCounts(
                held: sessions.count { $0.state == .held },
                cancelled: sessions.count { $0.state == .cancelled },
                moved: sessions.count { $0.movedFrom != nil && $0.state != .cancelled },
                coming: sessions.count { $0.state == .coming }
            ),
            reminders: Array(reminders.prefix(Self.maxReminders))
        )
    }
}
