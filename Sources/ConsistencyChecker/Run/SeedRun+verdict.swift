import Domain

extension SeedRun {
    /// Fetches everything anew and judges.
    func verdict() async -> (history: History, violations: [Violation]) {
        await fetchLogs()
        for patience in 0... {
            let fresh = await fetchFresh()
            recorder.note { history, _ in history.fresh = fresh }
            let history = recorder.history
            let violations = Rules.judge(history)
            // Receipts are told in batches: the last ones may still be on their way.
            let isWaiting = !violations.isEmpty && violations.allSatisfy { $0.rule == LiveIsFresh.name }
            if !isWaiting || patience >= 10 { return (history, violations) }
            try? await Task.sleep(for: .milliseconds(50 << min(patience, 5)))
        }
        return (recorder.history, [])
    }

    private func fetchLogs() async {
        guard let owner = devices.first else { return }
        let answer = await owner.door.call("POST", "/v1/sync", token: stage.people[0].token, ["positions": [:]])
        for chat in answer?.body["chats"]?.array ?? [] {
            guard let id = chat.chatId else { continue }
            recorder.note { history, _ in history.logs[id] = chat["events"]?.array ?? [] }
        }
    }

    private func fetchFresh() async -> [History.Fresh] {
        var all: [History.Fresh] = []
        for (number, person) in stage.people.enumerated() {
            guard let device = devices.first(where: { $0.me.id == person.id }) else { continue }
            var fresh = History.Fresh(user: person.id)
            let list = await device.door.call("GET", "/v1/chats", token: person.token)
            fresh.chats = list?.body["chats"]?.array ?? []
            let listed = Set(fresh.chats.compactMap(\.id))
            for start in stage.chats {
                if listed.contains(start.id) {
                    fresh.messages[start.id] = await device.history(of: start.id) ?? []
                } else {
                    fresh.absent[start.id] =
                        await device.door.call("GET", "/v1/chats/\(start.id)/messages", token: person.token)?.status
                }
            }
            fresh.replays = await replays(of: person, number, through: device.door)
            all.append(fresh)
        }
        return all
    }

    /// Syncs from somewhere in each chat, from before everything, and from beyond.
    private func replays(of person: Stage.Person, _ number: Int, through door: Door) async -> [History.Replay] {
        var random = PlanRandom(seed: plan.seed &+ UInt64(number))
        let logs = recorder.history.logs
        let somewhere = Dictionary(
            uniqueKeysWithValues: stage.chats.map { chat in
                (chat.id, Int.random(in: 0...(logs[chat.id]?.count ?? 0), using: &random))
            }
        )
        let beyond = somewhere.mapValues { $0 + 10_000 }
        var replays: [History.Replay] = []
        for positions in [somewhere, beyond] {
            let body: JSONValue = ["positions": .object(positions.mapValues { .integer($0) })]
            guard let answer = await door.call("POST", "/v1/sync", token: person.token, body) else { continue }
            replays.append(.init(positions: positions, chats: answer.body["chats"]?.array ?? []))
        }
        return replays
    }
}
