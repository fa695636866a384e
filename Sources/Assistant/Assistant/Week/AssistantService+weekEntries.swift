import AssistantTools
import ChatInsights
import ClientProfiles
import Domain
import Scheduling
import SpotterAPI
import Storage

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
                    remindersMade: { message, connection in
                        try ProposalSources.reminders(
                            of: requester.user.id,
                            madeFrom: message,
                            at: window.now,
                            on: connection
                        )
                    },
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
