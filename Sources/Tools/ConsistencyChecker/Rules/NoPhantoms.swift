import Domain

/// Every message, text and change results from an attempt that wasn't refused.
enum NoPhantoms: Rule {
    static let name = "no phantom"

    static func check(_ history: History, _ facts: Facts) -> [Violation] {
        messages(history, facts) + changes(history, facts) + lists(history, facts)
    }

    private static func messages(_ history: History, _ facts: Facts) -> [Violation] {
        var texts: [String: Set<String>] = [:]
        for send in history.sends { texts["\(send.sender) \(send.chat) \(send.key)", default: []].insert(send.text) }
        var edits: [String: Set<String>] = [:]
        for change in history.changes where change.event == "message.edited" && !change.isRefused {
            edits[change.subject, default: []].insert(change.value)
        }
        return facts.chats.flatMap { chat, facts in
            facts.created.compactMap { id, message -> Violation? in
                let sender = message["senderId"]?.string ?? ""
                let key = message["clientMessageId"]?.string ?? ""
                let text = message["text"]?.string ?? ""
                guard let sent = texts["\(sender) \(chat) \(key)"] else {
                    return Violation(self, "\(key) of \(sender) was never sent", chat: chat, seq: message.seq)
                }
                if facts.deletedSeq[id] != nil {
                    return text.isEmpty
                        ? nil : Violation(self, "\(key) is deleted and still has a text", chat: chat, seq: message.seq)
                }
                let allowed = facts.editedCount[id] == nil ? sent : edits[id] ?? []
                return allowed.contains(text)
                    ? nil : Violation(self, "\(key) says what nobody wrote: \(text)", chat: chat, seq: message.seq)
            }
        }
    }

    /// There are no more events than attempts that weren't refused.
    private static func changes(_ history: History, _ facts: Facts) -> [Violation] {
        var attempts: [String: Int] = [:]
        for change in history.changes where !change.isRefused {
            attempts["\(change.event) \(change.chat) \(change.subject) \(change.kind)", default: 0] += 1
            // Deleting a pinned message also unpins it, which is an event of the chat.
            if change.event == "message.deleted" {
                attempts["chat.updated \(change.chat) \(change.chat) ", default: 0] += 1
            }
        }
        var events: [String: (count: Int, seq: Int)] = [:]
        for (chat, facts) in facts.chats {
            for (seq, event) in facts.bySeq where event.type != "message.created" {
                let subject = event["message"]?.id ?? event["member"]?["userId"]?.string ?? chat
                let kind = event["member"]?["change"]?.string ?? event["reaction"]?["userId"]?.string ?? ""
                let key = "\(event.type) \(chat) \(subject) \(kind)"
                events[key] = ((events[key]?.count ?? 0) + 1, seq)
            }
        }
        return events.compactMap { key, found in
            let allowed = attempts[key] ?? 0
            guard found.count > allowed else { return nil }
            let chat = key.split(separator: " ").dropFirst().first.map(String.init)
            return Violation(self, "\(found.count) × \(key), tried \(allowed) times", chat: chat, seq: found.seq)
        }
    }

    /// A member fetches exactly the messages of the log.
    private static func lists(_ history: History, _ facts: Facts) -> [Violation] {
        history.fetched.flatMap { fetched in
            fetched.messages.compactMap { chat, messages -> Violation? in
                let listed = Set(messages.compactMap(\.id))
                let logged = Set(facts.chats[chat]?.created.keys.map { $0 } ?? [])
                guard listed != logged || listed.count != messages.count else { return nil }
                return Violation(
                    self,
                    "\(fetched.user) fetches \(messages.count) messages, the log has \(logged.count)",
                    chat: chat
                )
            }
        }
    }
}

extension History.Change {
    /// Distinguishes changes of one subject: a member's kind of change, a reaction's user.
    fileprivate var kind: String {
        switch event {
        case "member.changed": value == "admin" || value == "member" ? "role" : value
        case "reaction.changed": user
        default: ""
        }
    }
}
