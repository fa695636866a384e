import AssistantTools
import ClientProfiles
import Domain
import Scheduling
import SpotterAPI
import Storage

/// A client with all that can be on the page about them.
struct WeekEntry: Sendable {
    let client: WeekClient
    /// Most urgent first.
    let reasons: [WeekReason]
    let sessions: [WeekSession]
    let reminders: [WeekReminder]

    /// Whether something is to be done.
    var wantsAttention: Bool { reasons.contains { !$0.kind.isNews } }

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
    static let maxPeople = 12
    static let maxReasons = 3
    static let maxReminders = 12

    init(_ entries: [WeekEntry], in window: WeekWindow, timezone: String) {
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

extension AssistantService {
    private static let clientsAtOnce = 8

    /// All of a trainer's clients, with what is to be told of them and wasn't dismissed.
    func weekEntries(for requester: Requester, in window: WeekWindow) async throws -> [WeekEntry] {
        let material = try await weekMaterial(for: requester, in: window)
        let facts = ClientFacts(clock: clock)
        let (moves, dismissed) = try await chatReader.database.read { connection in
            (
                try EventMoves.previousStarts(of: requester.user.id, since: window.since, on: connection),
                try WeekDismissals.all(of: requester.user.id, on: connection)
            )
        }
        var entries: [WeekEntry] = []
        // Some at once: messages are read for meaning here, and other reads wait meanwhile.
        for start in stride(from: 0, to: material.clients.count, by: Self.clientsAtOnce) {
            let clients = material.clients.dropFirst(start).prefix(Self.clientsAtOnce)
            entries += try await chatReader.database.read { connection in
                let reader = WeekReader(
                    requester: requester,
                    window: window,
                    material: material,
                    facts: facts,
                    moves: moves,
                    connection: connection
                )
                // Clients who have gone meanwhile are left out.
                let present = Dictionary(
                    try WeekClient.all(of: requester.actor, on: connection).map { ($0.id, $0) },
                    uniquingKeysWith: { first, _ in first }
                )
                return try clients.compactMap { client in
                    guard let now = present[client.id] else { return nil }
                    var client = client
                    if client.chat != now.chat { client.chat = nil }
                    return WeekEntry(
                        client: client,
                        reasons: try reader.reasons(of: client).filter { !dismissed.contains($0.id) },
                        sessions: reader.sessions(of: client),
                        reminders: try reader.reminders(for: client, reader.openPromises(of: client))
                            .filter { !dismissed.contains($0.reasonId) }
                    )
                }
            }
        }
        return entries
    }
}
