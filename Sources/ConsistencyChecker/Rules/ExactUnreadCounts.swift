import Domain

/// Unread is what the seq and the cursor say, at any moment and however it's asked.
enum UnreadIsExact: Rule {
    static let name = "unread = f(seq, cursor)"

    static func judge(_ history: History, _ facts: Facts) -> [Violation] {
        let welcomes = history.connections.flatMap { connection in
            connection.frames.filter { $0.json.type == "welcome" }.flatMap { frame in
                check(frame.json["chats"]?.array ?? [], connection.user, "a welcome", facts)
            }
        }
        let lists = history.looks.flatMap { look -> [Violation] in
            let chats = look.body["chats"]?.array ?? look.body["chat"].map { [$0] } ?? []
            return check(chats, look.user, "a list", facts) + read(look, facts)
        }
        let fresh = history.fresh.flatMap { check($0.chats, $0.user, "the last list", facts) }
        return welcomes + lists + fresh
    }

    private static func check(_ chats: [JSONValue], _ user: String, _ source: String, _ facts: Facts) -> [Violation] {
        chats.compactMap { chat in
            guard let id = chat.chatId ?? chat.id, let seq = chat.seq, let read = chat["readSeq"]?.int,
                let unread = chat["unread"]?.int
            else { return nil }
            let exact = facts.unread(of: user, in: id, at: seq, after: read)
            guard unread != exact else { return nil }
            return Violation(
                self,
                "\(source) of \(user) says \(unread) at \(seq) read \(read), it was \(exact)",
                chat: id,
                seq: seq
            )
        }
    }

    /// The answer to a read doesn't say at which seq it was counted: one must fit.
    private static func read(_ look: History.Look, _ facts: Facts) -> [Violation] {
        guard look.what == .read, let chat = look.chat, let read = look.body["readSeq"]?.int,
            let unread = look.body["unread"]?.int, let end = facts.chats[chat]?.lastSeq
        else { return [] }
        let isPossible = (min(read, end)...end).contains {
            facts.unread(of: look.user, in: chat, at: $0, after: read) == unread
        }
        if isPossible { return [] }
        return [Violation(self, "\(look.user) read to \(read) and was told \(unread) unread", chat: chat)]
    }
}
