import Domain

/// A sync from any position gives the events that came live after it; from an invalid position, a resync; for a
/// foreign chat, "gone".
enum ReplayEqualsLive: Rule {
    static let name = "replay = live"

    static func check(_ history: History, _ facts: Facts) -> [Violation] {
        history.fetched.flatMap { fetched in fetched.replays.flatMap { check($0, of: fetched, facts) } }
    }

    private static func check(_ replay: History.Replay, of fetched: History.Fetched, _ facts: Facts) -> [Violation] {
        let answers = Dictionary(replay.chats.map { ($0.chatId ?? "", $0) }) { first, _ in first }
        var violations: [Violation] = []
        let mine = Set(fetched.chats.compactMap(\.id))
        for chat in mine.union(replay.positions.keys) {
            func report(_ text: String) {
                violations.append(Violation(self, "a sync of \(fetched.user) \(text)", chat: chat))
            }
            guard let answer = answers[chat] else {
                report("leaves the chat out")
                continue
            }
            guard mine.contains(chat) else {
                if answer["gone"]?.bool != true { report("doesn't say that the chat is gone") }
                if answer["events"]?.array?.isEmpty == false { report("tells of a chat that isn't the user's") }
                continue
            }
            guard let facts = facts.chats[chat] else { continue }
            let seen = replay.positions[chat] ?? 0
            let isWrong = seen < 0 || seen > facts.lastSeq || facts.lastSeq - seen > Gapless.maxReplayedChanges
            if answer["resync"]?.bool != isWrong { report("from \(seen) of \(facts.lastSeq) has the wrong resync") }
            if isWrong { continue }
            let replayed = answer["events"]?.array?.map { "\($0.seq ?? -1) \($0.identity)" } ?? []
            let live = facts.bySeq.filter { $0.key > seen }.sorted { $0.key < $1.key }.map {
                "\($0.key) \($0.value.identity)"
            }
            if replayed != live { report("from \(seen) gives \(replayed), live it was \(live)") }
        }
        return violations
    }
}
