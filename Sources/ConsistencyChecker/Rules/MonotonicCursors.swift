import Domain

/// Delivered and read only go forward, read within delivered, and never beyond what there is.
enum CursorsForward: Rule {
    static let name = "monotone cursors"

    private struct Whose: Hashable {
        let chat: String
        let user: String
    }

    static func judge(_ history: History, _ facts: Facts) -> [Violation] {
        receipts(history, facts) + answers(history, facts)
    }

    private static func receipts(_ history: History, _ facts: Facts) -> [Violation] {
        history.connections.flatMap { connection -> [Violation] in
            var last: [Whose: (delivered: Int, read: Int)] = [:]
            var violations: [Violation] = []
            for frame in connection.frames.map(\.json) {
                guard let chat = frame.chatId else { continue }
                if let member = frame["member"]?["userId"]?.string, frame["member"]?["change"]?.string != "role" {
                    last[Whose(chat: chat, user: member)] = nil
                }
                guard frame.type == "receipt.updated", let user = frame["userId"]?.string else { continue }
                let now = (delivered: frame["deliveredSeq"]?.int ?? 0, read: frame["readSeq"]?.int ?? 0)
                let before = last.updateValue(now, forKey: Whose(chat: chat, user: user)) ?? (0, 0)
                let text = "\(connection.device) saw the cursors of \(user) go from \(before) to \(now)"
                if now.delivered < before.delivered || now.read < before.read || now.read > now.delivered {
                    violations.append(Violation(self, text, chat: chat))
                } else if let end = facts.chats[chat]?.lastSeq, now.delivered > end {
                    violations.append(Violation(self, "\(text), with \(end) changes in the chat", chat: chat))
                }
            }
            return violations
        }
    }

    /// A later answer to the same user never has a lower cursor, across connections and restarts; while one stays in.
    private static func answers(_ history: History, _ facts: Facts) -> [Violation] {
        var seen: [Whose: [(began: Int, ended: Int, read: Int)]] = [:]
        for look in history.looks where look.status == 200 {
            if look.what == .read, let chat = look.chat, let read = look.body["readSeq"]?.int {
                seen[Whose(chat: chat, user: look.user), default: []].append((look.began, look.ended, read))
            }
            for chat in look.body["chats"]?.array ?? [] {
                guard let id = chat.id, let read = chat["readSeq"]?.int else { continue }
                seen[Whose(chat: id, user: look.user), default: []].append((look.began, look.ended, read))
            }
        }
        return seen.compactMap { whose, answers -> Violation? in
            guard facts.chats[whose.chat]?.periods[whose.user]?.count == 1 else { return nil }
            var highest = (ended: 0, read: 0)
            for answer in answers.sorted(by: { $0.ended < $1.ended }) {
                if answer.began > highest.ended, answer.read < highest.read {
                    let text = "\(whose.user) had read \(highest.read), later only \(answer.read)"
                    return Violation(self, text, chat: whose.chat)
                }
                if answer.read > highest.read { highest = (answer.ended, answer.read) }
            }
            return nil
        }
    }
}
