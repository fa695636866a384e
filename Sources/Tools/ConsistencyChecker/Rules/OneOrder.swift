import Domain

/// A seq identifies one change, the same for every member and transport.
enum OneOrder: Rule {
    static let name = "one order"

    static func check(_ history: History, _ facts: Facts) -> [Violation] {
        var violations: [Violation] = []
        for (chat, log) in history.logs {
            let seqs = log.compactMap(\.seq)
            if seqs != Array(1..<(seqs.count + 1)) {
                violations.append(Violation(self, "the log runs \(seqs)", chat: chat))
            }
        }
        for connection in history.connections {
            for frame in connection.frames {
                guard let chat = frame.json.chatId ?? frame.json.message?.chatId else { continue }
                guard let (seq, identity) = place(frame.json), seq > 0, let facts = facts.chats[chat] else { continue }
                let known = facts.bySeq[seq]?.identity
                guard known != identity else { continue }
                violations.append(
                    Violation(
                        self,
                        "\(connection.device) saw \(seq) as \(identity), the log has \(known ?? "nothing")",
                        chat: chat,
                        seq: seq
                    )
                )
            }
        }
        return violations
    }

    private static func place(_ frame: JSONValue) -> (Int, String)? {
        if frame.isChange, let seq = frame.seq { return (seq, frame.identity) }
        guard frame.isSendAck, let message = frame.message, let seq = message.seq, let id = message.id else {
            return nil
        }
        return (seq, "message.created \(id) ")
    }
}
