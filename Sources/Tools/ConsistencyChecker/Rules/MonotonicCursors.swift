import Domain

/// Cursors never go back. The read cursor never exceeds the delivered cursor, which never exceeds the last seq.
enum MonotonicCursors: Rule {
    static let name = "monotone cursors"

    private struct Reader: Hashable {
        let chat: String
        let user: String
    }

    static func check(_ history: History, _ facts: Facts) -> [Violation] {
        receipts(history, facts) + answers(history, facts)
    }

    private static func receipts(_ history: History, _ facts: Facts) -> [Violation] {
        history.connections.flatMap { connection -> [Violation] in
            var last: [Reader: (delivered: Int, read: Int)] = [:]
            var violations: [Violation] = []
            for frame in connection.frames.map(\.json) {
                guard let chat = frame.chatId else { continue }
                if let member = frame["member"]?["userId"]?.string, frame["member"]?["change"]?.string != "role" {
                    last[Reader(chat: chat, user: member)] = nil
                }
                guard frame.type == "receipt.updated", let user = frame["userId"]?.string else { continue }
                let now = (delivered: frame["deliveredSeq"]?.int ?? 0, read: frame["readSeq"]?.int ?? 0)
                let before = last.updateValue(now, forKey: Reader(chat: chat, user: user)) ?? (0, 0)
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

    /// A later response to the same user never has a lower cursor, across connections and restarts. Only checked for
    /// users with one membership, because a new membership starts with a new cursor.
    private static func answers(_ history: History, _ facts: Facts) -> [Violation] {
        var seen: [Reader: [(began: Int, ended: Int, read: Int)]] = [:]
        for read in history.reads where read.status == 200 {
            if read.kind == .markRead, let chat = read.chat, let cursor = read.body["readSeq"]?.int {
                seen[Reader(chat: chat, user: read.user), default: []].append((read.began, read.ended, cursor))
            }
            for chat in read.body["chats"]?.array ?? [] {
                guard let id = chat.id, let cursor = chat["readSeq"]?.int else { continue }
                seen[Reader(chat: id, user: read.user), default: []].append((read.began, read.ended, cursor))
            }
        }
        return seen.compactMap { reader, answers -> Violation? in
            guard facts.chats[reader.chat]?.periods[reader.user]?.count == 1 else { return nil }
            var highest = (ended: 0, read: 0)
            for answer in answers.sorted(by: { $0.ended < $1.ended }) {
                if answer.began > highest.ended, answer.read < highest.read {
                    let text = "\(reader.user) had read \(highest.read), later only \(answer.read)"
                    return Violation(self, text, chat: reader.chat)
                }
                if answer.read > highest.read { highest = (answer.ended, answer.read) }
            }
            return nil
        }
    }
}
