import Domain

/// To whom a chat's changes are told that are read later than they were made.
///
/// Walks back from the present members: whoever has left was in before that. What a former member is told must be as it was;
/// if something in it was changed after the parting, that member is told that the chat is gone instead.
struct ChangeAudiences {
    struct Audience {
        /// Those who were in, and have stayed since.
        let present: [UserID]
        /// Those who were in and have left since, whether or not they are back.
        let former: [UserID]
    }

    /// One for each change, in the same order.
    private(set) var audiences: [Audience] = []
    /// Former members, each with the position at which they left last. Instead of the changes before it they are told that the
    /// chat is gone.
    private(set) var withheld: [UserID: Int64] = [:]

    /// - Parameters:
    ///   - events: all changes up to the present, in order.
    ///   - members: the present ones.
    init(of events: [ChatEvent], members: [UserID]) {
        let current = Set(members)
        var (present, former) = (members, [UserID]())
        /// For each former member: the position at which they left last, and that at which they left next after the change that
        /// is being looked at.
        var partings: [UserID: (last: Int64, passed: Int64)] = [:]
        var changed = LaterChanges()
        for event in events.reversed() {
            let member = event.member.flatMap { $0.change == .role ? nil : $0 }
            if let member, member.change != .added {
                present.removeAll { $0 == member.userId }
                if !former.contains(member.userId) { former.append(member.userId) }
                if !current.contains(member.userId) {
                    partings[member.userId] = (partings[member.userId]?.last ?? event.seq, event.seq)
                }
            }
            for user in former {
                if let parting = partings[user], changed.isNewer(event, than: parting.passed) {
                    withheld[user] = parting.last
                }
            }
            audiences.append(Audience(present: present, former: former))
            if let member, member.change == .added {
                present.removeAll { $0 == member.userId }
                former.removeAll { $0 == member.userId }
            }
            changed.note(event)
        }
        audiences.reverse()
        guard !withheld.isEmpty else { return }
        for (index, event) in events.enumerated() {
            let told = audiences[index].former.filter { user in withheld[user].map { event.seq >= $0 } ?? true }
            audiences[index] = Audience(present: audiences[index].present, former: told)
        }
    }
}

/// Where messages and the chat's own fields were changed last, of which an event shows the present state.
private struct LaterChanges {
    private var messages: [MessageID: Int64] = [:]
    private var head: Int64?

    /// Events come from the last one backwards.
    mutating func note(_ event: ChatEvent) {
        if let id = event.message?.id, messages[id] == nil { messages[id] = event.seq }
        if event.type == .chatUpdated { head = head ?? event.seq }
    }

    /// Whether the event shows something that was written after a position.
    func isNewer(_ event: ChatEvent, than seq: Int64) -> Bool {
        let shown = [event.message?.id, event.message?.replyTo].compactMap(\.self)
        if shown.contains(where: { (messages[$0] ?? .min) > seq }) { return true }
        return event.type == .chatUpdated && (head ?? .min) > seq
    }
}
