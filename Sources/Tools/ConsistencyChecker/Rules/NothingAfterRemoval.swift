import Domain

/// A removed member gets no data of the chat, by any transport, until it is added again.
enum NothingAfterRemoval: Rule {
    static let name = "nothing after removal"

    static func check(_ history: History, _ facts: Facts) -> [Violation] {
        live(history, facts) + ephemeral(history) + asked(history) + end(history, facts)
    }

    /// Events between two memberships may only arrive by a replay after the second one began.
    private static func live(_ history: History, _ facts: Facts) -> [Violation] {
        history.connections.flatMap { connection -> [Violation] in
            var welcomed: [String: Int] = [:]
            return connection.frames.compactMap { frame -> Violation? in
                for chat in frame.json["chats"]?.array ?? [] { welcomed[chat.chatId ?? ""] = chat.seq }
                guard frame.json.isChange, let chat = frame.json.chatId, let seq = frame.json.seq else { return nil }
                guard facts.period(of: connection.user, in: chat, at: seq) == nil else { return nil }
                let next = facts.nextPeriod(of: connection.user, in: chat, after: seq)
                if let next, let welcome = welcomed[chat], welcome >= next { return nil }
                return Violation(
                    self,
                    "\(connection.device) got \(frame.json.type) \(seq) while it wasn't in the chat",
                    chat: chat,
                    seq: seq
                )
            }
        }
    }

    /// Receipts stop with the removal. Typing isn't checked: it may overtake the removal, and expires after 5 s.
    private static func ephemeral(_ history: History) -> [Violation] {
        history.connections.flatMap { connection -> [Violation] in
            var out: Set<String> = []
            return connection.frames.compactMap { frame -> Violation? in
                guard let chat = frame.json.chatId else { return nil }
                if frame.json["member"]?["userId"]?.string == connection.user {
                    switch frame.json["member"]?["change"]?.string {
                    case "added": out.remove(chat)
                    case "removed", "left": out.insert(chat)
                    default: break
                    }
                }
                guard out.contains(chat), frame.json.type == "receipt.updated" else { return nil }
                return Violation(self, "\(connection.device) got a receipt after its removal", chat: chat)
            }
        }
    }

    /// Requests that began after the removal was answered, unless the user was being added again.
    private static func asked(_ history: History) -> [Violation] {
        history.changes.filter { $0.event == "member.changed" && $0.isDone }.flatMap { removal -> [Violation] in
            guard removal.value == "removed" || removal.value == "left" else { return [] }
            let isReturning = history.changes.contains {
                $0.value == "added" && $0.chat == removal.chat && $0.subject == removal.subject && !$0.isRefused
                    && $0.ended > removal.began
            }
            guard !isReturning else { return [] }
            let seen = history.reads.filter {
                $0.user == removal.subject && $0.began > removal.ended && $0.status == 200
                    && ($0.chat == removal.chat
                        || $0.body["chats"]?.array?.contains { $0.id == removal.chat } == true)
            }
            let sent = history.sends.filter {
                $0.sender == removal.subject && $0.chat == removal.chat && $0.began > removal.ended
                    && $0.message != nil
            }
            return seen.map { Violation(self, "\($0.user) could read (\($0.kind))", chat: removal.chat) }
                + sent.map { Violation(self, "\($0.sender) could send \($0.key)", chat: removal.chat) }
        }
    }

    private static func end(_ history: History, _ facts: Facts) -> [Violation] {
        history.fetched.flatMap { fetched in
            let listed = Set(fetched.chats.compactMap(\.id))
            return history.chats.compactMap { start -> Violation? in
                let isIn = facts.chats[start.id]?.periods[fetched.user]?.last.map { $0.until == nil } ?? false
                if isIn == listed.contains(start.id), isIn || fetched.absent[start.id] == 404 { return nil }
                let answer = fetched.absent[start.id].map { ", asked for it: \($0)" } ?? ""
                let text = "\(fetched.user) \(isIn ? "is in the chat, and doesn't list it" : "isn't in the chat")"
                return Violation(self, "\(text)\(answer)", chat: start.id)
            }
        }
    }
}
