import Domain

/// Facts derived from a history's logs, which every rule looks up.
package struct Facts: Sendable {
    struct Period: Sendable {
        let from: Int
        /// The seq of the removal; the removed member gets that event.
        var until: Int?
    }

    struct ChatFacts: Sendable {
        var bySeq: [Int: JSONValue] = [:]
        var created: [String: JSONValue] = [:]
        var createdSeq: [String: Int] = [:]
        var deletedSeq: [String: Int] = [:]
        var editedCount: [String: Int] = [:]
        var periods: [String: [Period]] = [:]
        var lastSeq = 0
    }

    let chats: [String: ChatFacts]

    package init(_ history: History) {
        var chats: [String: ChatFacts] = [:]
        for start in history.chats {
            var facts = ChatFacts()
            for member in start.members { facts.periods[member] = [Period(from: 0)] }
            for event in history.logs[start.id] ?? [] { facts.add(event) }
            chats[start.id] = facts
        }
        self.chats = chats
    }

    /// The number of unread messages of `user` at position `seq` with this read cursor.
    func unread(of user: String, in chat: String, at seq: Int, after cursor: Int) -> Int {
        guard let facts = chats[chat] else { return 0 }
        return facts.createdSeq.count { id, created in
            created > cursor && created <= seq && facts.created[id]?["senderId"]?.string != user
                && facts.deletedSeq[id].map { $0 > seq } ?? true
        }
    }

    /// The membership in which the user may see a change; `nil` if the user wasn't a member.
    func period(of user: String, in chat: String, at seq: Int) -> Period? {
        chats[chat]?.periods[user]?.first { $0.from <= seq && seq <= $0.until ?? .max }
    }

    /// The seq at which the user's next membership after `seq` begins.
    func nextPeriod(of user: String, in chat: String, after seq: Int) -> Int? {
        chats[chat]?.periods[user]?.map(\.from).filter { $0 > seq }.min()
    }
}

extension Facts.ChatFacts {
    fileprivate mutating func add(_ event: JSONValue) {
        guard let seq = event.seq else { return }
        bySeq[seq] = event
        lastSeq = max(lastSeq, seq)
        let id = event["message"]?.id
        switch event.type {
        case "message.created":
            guard let id else { return }
            created[id] = event["message"]
            createdSeq[id] = seq
        case "message.deleted": if let id { deletedSeq[id] = seq }
        case "message.edited": if let id { editedCount[id, default: 0] += 1 }
        case "member.changed":
            guard let user = event["member"]?["userId"]?.string else { return }
            switch event["member"]?["change"]?.string {
            case "added": periods[user, default: []].append(Facts.Period(from: seq))
            case "removed", "left":
                guard let last = periods[user]?.indices.last else { return }
                periods[user]?[last].until = seq
            default: break
            }
        default: break
        }
    }
}
