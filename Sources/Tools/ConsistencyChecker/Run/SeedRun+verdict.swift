import Domain
import ServerHarness
import SpotterAPI

extension SeedRun {
    /// Fetches the final state and checks the history.
    func verdict() async -> (history: History, violations: [Violation]) {
        await fetchLogs()
        for attempt in 0... {
            let fetched = await fetchFinalState()
            recorder.note { history, _ in history.fetched = fetched }
            let history = recorder.history
            let violations = Rules.check(history)
            // Receipts are sent in batches, so the last ones may still be in flight.
            let isWaiting = !violations.isEmpty && violations.allSatisfy { $0.rule == LiveEqualsFetched.name }
            if !isWaiting || attempt >= 10 { return (history, violations) }
            try? await Task.sleep(for: .milliseconds(50 << min(attempt, 5)))
        }
        return (recorder.history, [])
    }

    private func fetchLogs() async {
        guard let owner = devices.first else { return }
        let request = SyncRequest(positions: [:])
        let answer = await owner.client.request("POST", "/v1/sync", token: fixture.people[0].token, request)
        for chat in answer?.body["chats"]?.array ?? [] {
            guard let id = chat.chatId else { continue }
            recorder.note { history, _ in history.logs[id] = chat["events"]?.array ?? [] }
        }
    }

    private func fetchFinalState() async -> [History.Fetched] {
        var all: [History.Fetched] = []
        for (number, person) in fixture.people.enumerated() {
            guard let device = devices.first(where: { $0.me.id == person.id }) else { continue }
            var fetched = History.Fetched(user: person.id.description)
            let list = await device.client.request("GET", "/v1/chats?empty=true", token: person.token)
            fetched.chats = list?.body["chats"]?.array ?? []
            let listed = Set(fetched.chats.compactMap(\.id))
            for chat in fixture.chats {
                let id = chat.id.description
                if listed.contains(id) {
                    fetched.messages[id] = await device.history(of: chat.id) ?? []
                } else {
                    fetched.absent[id] =
                        await device.client.request("GET", "/v1/chats/\(id)/messages", token: person.token)?
                        .status
                }
            }
            fetched.replays = await replays(of: person, number, through: device.client)
            all.append(fetched)
        }
        return all
    }

    /// Syncs from a random position in each chat, and from beyond the end.
    private func replays(of person: CheckFixture.Person, _ number: Int, through client: ServerClient) async -> [History
        .Replay]
    {
        var random = SplitMix64(planSeed: plan.seed &+ UInt64(number))
        let logs = recorder.history.logs
        let somewhere = Dictionary(
            uniqueKeysWithValues: fixture.chats.map { chat in
                (chat.id, Int.random(in: 0...(logs[chat.id.description]?.count ?? 0), using: &random))
            }
        )
        let beyond = somewhere.mapValues { $0 + 10_000 }
        var replays: [History.Replay] = []
        for positions in [somewhere, beyond] {
            let body = SyncRequest(positions: positions.mapValues { Int64($0) })
            guard let answer = await client.request("POST", "/v1/sync", token: person.token, body) else { continue }
            let named = Dictionary(uniqueKeysWithValues: positions.map { ($0.key.description, $0.value) })
            replays.append(.init(positions: named, chats: answer.body["chats"]?.array ?? []))
        }
        return replays
    }
}
