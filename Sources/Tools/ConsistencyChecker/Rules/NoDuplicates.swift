import Domain

/// `(sender, chat, clientMessageId)` identifies one message, and no event arrives twice.
enum NoDuplicates: Rule {
    static let name = "no duplicate"

    private struct Key: Hashable {
        let sender: String
        let chat: String
        let key: String
    }

    static func check(_ history: History, _ facts: Facts) -> [Violation] {
        stored(history) + acked(history) + delivered(history)
    }

    private static func stored(_ history: History) -> [Violation] {
        history.logs.flatMap { chat, log in
            var ids: [Key: String] = [:]
            return log.compactMap { event -> Violation? in
                guard event.type == "message.created", let message = event["message"], let id = message.id else {
                    return nil
                }
                let key = Key(
                    sender: message["senderId"]?.string ?? "",
                    chat: chat,
                    key: message["clientMessageId"]?.string ?? ""
                )
                guard let first = ids.updateValue(id, forKey: key) else { return nil }
                return Violation(self, "\(key.key) is there as \(first) and as \(id)", chat: chat, seq: event.seq)
            }
        }
    }

    private static func acked(_ history: History) -> [Violation] {
        var promised: [Key: JSONValue] = [:]
        return history.sends.compactMap { send in
            guard let message = send.message else { return nil }
            let key = Key(sender: send.sender, chat: send.chat, key: send.key)
            guard let first = promised[key] else {
                promised[key] = message
                return nil
            }
            guard first.id != message.id || first.seq != message.seq else { return nil }
            return Violation(
                self,
                "\(send.key) was acked as \(first.id ?? "") and as \(message.id ?? "")",
                chat: send.chat,
                seq: message.seq
            )
        }
    }

    private static func delivered(_ history: History) -> [Violation] {
        history.connections.flatMap { connection in
            var seen: Set<String> = []
            return connection.frames.compactMap { frame -> Violation? in
                guard frame.json.isChange, let chat = frame.json.chatId, let seq = frame.json.seq else { return nil }
                // The event of a new chat carries its current seq, which the first change may share.
                if frame.json.type == "chat.updated", seq == 0 { return nil }
                guard !seen.insert("\(chat) \(seq)").inserted else { return nil }
                return Violation(self, "\(connection.device) was told \(seq) twice", chat: chat, seq: seq)
            }
        }
    }
}
