import Domain

/// The unread count always follows from the seq and the read cursor, in every response.
enum ExactUnreadCounts: Rule {
    static let name = "unread = f(seq, cursor)"

    static func check(_ history: History, _ facts: Facts) -> [Violation] {
        let welcomes = history.connections.flatMap { connection in
            connection.frames.filter { $0.json.type == "welcome" }.flatMap { frame in
                check(frame.json["chats"]?.array ?? [], connection.user, "a welcome", facts)
            }
        }
        let lists = history.reads.flatMap { read -> [Violation] in
            let chats = read.body["chats"]?.array ?? read.body["chat"].map { [$0] } ?? []
            return check(chats, read.user, "a list", facts) + checkMarkRead(read, facts)
        }
        let fetched = history.fetched.flatMap { check($0.chats, $0.user, "the last list", facts) }
        return welcomes + lists + fetched
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

    /// The response to `POST …/read` doesn't say at which seq it was counted: the count must fit one of them.
    private static func checkMarkRead(_ read: History.Read, _ facts: Facts) -> [Violation] {
        guard read.kind == .markRead, let chat = read.chat, let cursor = read.body["readSeq"]?.int,
            let unread = read.body["unread"]?.int, let end = facts.chats[chat]?.lastSeq
        else { return [] }
        let isPossible = (min(cursor, end)...end).contains {
            facts.unread(of: read.user, in: chat, at: $0, after: cursor) == unread
        }
        if isPossible { return [] }
        return [Violation(self, "\(read.user) read to \(cursor) and was told \(unread) unread", chat: chat)]
    }
}
