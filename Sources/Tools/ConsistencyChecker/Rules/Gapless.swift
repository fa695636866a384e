import Domain

/// After its positions, a connection gets every change in order, or an explicit "resync" or "gone".
enum Gapless: Rule {
    static let name = "gapless seq"
    static let maxReplayedChanges = 1000

    static func check(_ history: History, _ facts: Facts) -> [Violation] {
        history.connections.flatMap { connection in
            var walk = Walk(connection: connection)
            for frame in connection.frames { walk.step(frame.json) }
            return walk.violations
        }
    }

    private struct Walk {
        let connection: History.Connection
        var last: [String: Int] = [:]
        var owedResync: Set<String> = []
        var owedGone: Set<String> = []
        var violations: [Violation] = []

        mutating func step(_ frame: JSONValue) {
            switch frame.type {
            case "welcome": welcome(frame)
            case "resync":
                guard let chat = frame.chatId else { return }
                if frame["gone"]?.bool == true {
                    owedGone.remove(chat)
                    last[chat] = nil
                } else {
                    owedResync.remove(chat)
                    last[chat] = frame.seq
                }
            case "ack":
                guard let chat = frame.message?.chatId, let seq = frame.message?.seq, let before = last[chat] else {
                    return
                }
                if frame.isSendAck, seq > before { advance(chat, from: before, to: seq, "an ack") }
            case "pong": settle()
            default: if frame.isChange { change(frame) }
            }
        }

        private mutating func welcome(_ frame: JSONValue) {
            for chat in frame["chats"]?.array ?? [] {
                guard let id = chat.chatId, let seq = chat.seq else { continue }
                guard let positions = connection.positions else {
                    last[id] = seq
                    continue
                }
                let seen = positions[id] ?? 0
                last[id] = seen
                if seen < 0 || seen > seq || seq - seen > maxReplayedChanges { owedResync.insert(id) }
            }
            for chat in (connection.positions ?? [:]).keys where last[chat] == nil { owedGone.insert(chat) }
        }

        private mutating func change(_ frame: JSONValue) {
            guard let chat = frame.chatId, let seq = frame.seq else { return }
            let member = frame["member"]
            let isMe = member?["userId"]?.string == connection.user
            let change = member?["change"]?.string
            if let before = last[chat] {
                advance(chat, from: before, to: seq, frame.type)
            } else if (isMe && change == "added") || frame.type == "chat.updated" {
                last[chat] = seq
            } else if isMe, change == "removed" || change == "left" {
                // The event of the removal may arrive after a welcome that already reflects it.
            } else {
                report("\(frame.type) \(seq) of a chat that it isn't in", chat, seq)
            }
            if isMe, change == "removed" || change == "left", !willReturn(chat, after: seq) { last[chat] = nil }
        }

        /// During a replay the user may be added again later. Then the seqs in between are replayed too.
        private func willReturn(_ chat: String, after seq: Int) -> Bool {
            connection.frames.contains { frame in
                frame.json.type == "welcome"
                    && frame.json["chats"]?.array?.contains { $0.chatId == chat && $0.seq ?? 0 > seq } == true
            }
        }

        private mutating func advance(_ chat: String, from before: Int, to seq: Int, _ what: String) {
            if owedResync.contains(chat) { report("\(what) \(seq) instead of a resync", chat, seq) }
            if seq != before + 1 { report("\(what) \(seq) after \(before)", chat, seq) }
            last[chat] = max(before, seq)
        }

        private mutating func report(_ text: String, _ chat: String, _ seq: Int?) {
            violations.append(Violation(Gapless.self, "\(connection.device) got \(text)", chat: chat, seq: seq))
        }

        /// A pong comes after the replay. If a resync or "gone" hasn't arrived by then, it is missing.
        private mutating func settle() {
            for chat in owedResync { report("no resync", chat, connection.positions?[chat]) }
            for chat in owedGone { report("no word that the chat is gone", chat, nil) }
            (owedResync, owedGone) = ([], [])
        }
    }
}
