import Domain

/// `sent → delivered → read` never goes back.
enum MonotonicStatus: Rule {
    static let name = "status monotone"
    private static let ranks = ["sent": 0, "delivered": 1, "read": 2]

    static func check(_ history: History, _ facts: Facts) -> [Violation] {
        var highest: [String: Int] = [:]
        var violations: [Violation] = []
        for connection in history.connections {
            var last: [String: Int] = [:]
            for frame in connection.frames {
                guard let message = frame.json.message, let id = message.id,
                    let rank = ranks[message["status"]?.string ?? ""]
                else { continue }
                if rank < last[id] ?? 0 { violations.append(back(message, connection.device)) }
                last[id] = max(rank, last[id] ?? 0)
                highest[id] = max(rank, highest[id] ?? 0)
            }
        }
        for fetched in history.fetched {
            for message in fetched.messages.values.joined() {
                guard let id = message.id, let rank = ranks[message["status"]?.string ?? ""] else { continue }
                if rank < highest[id] ?? 0 { violations.append(back(message, "a fetch of \(fetched.user)")) }
            }
        }
        return violations
    }

    private static func back(_ message: JSONValue, _ who: String) -> Violation {
        Violation(
            self,
            "\(who) saw \(message.id ?? "") go back to \(message["status"]?.string ?? "")",
            chat: message.chatId,
            seq: message.seq
        )
    }
}
