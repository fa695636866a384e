package import Domain
package import Storage
import Synchronization

/// Chats in memory, so that sends are authorised and numbered without reading the database.
///
/// Filled and changed only inside the writer's transactions, which run one at a time, and emptied when a write is
/// rolled back. Between two transactions it therefore equals the state that is stored or about to be committed.
///
/// If several servers share the database, what others have written since this one's last transaction comes first:
/// `transactionDidBegin`.
public final class ChatStateCache: Sendable {
    private let state = Mutex(State())
    private let capacity: Int

    private struct State: Sendable {
        var chats: [ChatID: ChatState] = [:]
        /// Chats whose positions other servers may have changed, and nothing else of them.
        var outpaced: [ChatID: ChatState] = [:]
        /// Chat positions advanced in this group. They are written once, at the group's end.
        var unwritten: [ChatID: Position] = [:]
        /// The keys of users in the rows of messages.
        var senders: [UserID: Int64] = [:]
        /// The number of the last message; `nil` if it hasn't been read yet.
        var lastNumber: Int64?
        var visibilityVersion = 0
        /// Whether this group changes what other servers may remember.
        var hasForgotten = false

        mutating func keep(_ chat: ChatState, as id: ChatID, capacity: Int) {
            if chats.count + outpaced.count >= capacity {
                chats.removeAll()
                outpaced.removeAll()
            }
            chats[id] = chat
        }
    }

    private struct Position: Sendable {
        var seq: Int64
        var messageCount: Int64
        var activeAt: Timestamp
        /// How many messages each sender has sent, and the position of the last one that a person wrote, 0 if there is none:
        /// a list, because a group of writes has few senders of one chat.
        var sent: [(sender: UserID, count: Int64, lastSeq: Int64)] = []
        var run: FirstRun

        mutating func advance(
            to seq: Int64,
            messageCount: Int64,
            activeAt: Timestamp,
            sender: UserID,
            isByPerson: Bool
        ) {
            (self.seq, self.messageCount, self.activeAt) = (seq, messageCount, activeAt)
            run.add(sender, seq)
            let lastSeq = isByPerson ? seq : 0
            if let index = sent.firstIndex(where: { $0.sender == sender }) {
                sent[index].count += 1
                sent[index].lastSeq = max(sent[index].lastSeq, lastSeq)
            } else {
                sent.append((sender, 1, lastSeq))
            }
        }
    }

    /// - Parameter capacity: the maximum number of chats. One more empties the cache.
    public init(capacity: Int = 100_000) { self.capacity = capacity }

    // MARK: Chats

    /// The chat's state; `nil` if there is no such chat. Call inside a transaction of the writer.
    package func load(_ id: ChatID, on connection: any SQLConnection) throws -> ChatState? {
        if let chat = state.withLock({ $0.chats[id] }) { return chat }
        try writePositions(on: connection)
        if state.withLock({ $0.outpaced[id] != nil }) {
            try catchUp([id], on: connection)
            if let chat = state.withLock({ $0.chats[id] }) { return chat }
        }
        guard let chat = try ChatState.read(id, on: connection) else { return nil }
        state.withLock { $0.keep(chat, as: id, capacity: capacity) }
        return chat
    }

    /// Removes a chat whose members, roles or blocks are changing. Call inside a transaction of the writer.
    func forget(_ id: ChatID) {
        state.withLock { state in
            state.chats[id] = nil
            state.outpaced[id] = nil
            state.visibilityVersion += 1
            state.hasForgotten = true
        }
    }

    /// Removes all chats, for a change of a user that affects all of the user's chats.
    func forgetAll() {
        state.withLock { $0.hasForgotten = true }
        dropChats()
    }

    private func dropChats() {
        state.withLock { state in
            state.chats.removeAll()
            state.outpaced.removeAll()
            state.visibilityVersion += 1
        }
    }

    /// Removes everything that depends on writes that were rolled back.
    func didRollBack() {
        state.withLock { state in
            state.unwritten.removeAll()
            state.senders.removeAll()
            state.hasForgotten = false
        }
        dropChats()
    }

    // MARK: Sharing

    func othersHaveWritten(_ writes: OthersWrites) {
        switch writes {
        case .nothing: return
        case .rows:
            state.withLock { state in
                if state.outpaced.isEmpty {
                    swap(&state.outpaced, &state.chats)
                } else {
                    state.outpaced.merge(state.chats) { _, new in new }
                    state.chats.removeAll(keepingCapacity: true)
                }
            }
        case .anything:
            state.withLock { $0.senders.removeAll() }
            dropChats()
        }
        // Others have given numbers, too.
        state.withLock { $0.lastNumber = nil }
    }

    /// Those of the chats whose positions have to be read again, and those that aren't in memory.
    func missing(among ids: [ChatID]) -> (outpaced: [ChatID], unknown: [ChatID]) {
        state.withLock { state in
            let missing = ids.filter { state.chats[$0] == nil }
            return (missing.filter { state.outpaced[$0] != nil }, missing.filter { state.outpaced[$0] == nil })
        }
    }

    func catchUp(_ id: ChatID, to seq: Int64, messageCount: Int64) {
        state.withLock { state in
            guard var chat = state.outpaced.removeValue(forKey: id) else { return }
            (chat.seq, chat.messageCount) = (seq, messageCount)
            state.chats[id] = chat
        }
    }

    func add(_ chats: [ChatID: ChatState]) {
        state.withLock { state in
            for (id, chat) in chats { state.keep(chat, as: id, capacity: capacity) }
        }
    }

    func takeForgotten() -> Bool {
        state.withLock { state in
            defer { state.hasForgotten = false }
            return state.hasForgotten
        }
    }

    // MARK: Visibility

    /// Incremented whenever members, blocks or sharing settings may have changed. Data derived under another version is
    /// outdated.
    package var visibilityVersion: Int { state.withLock { $0.visibilityVersion } }

    package func expireVisibility() { state.withLock { $0.visibilityVersion += 1 } }

    // MARK: Positions

    /// The next message's number. Call inside a transaction of the writer. SQLite's own choice could reuse the number
    /// of a removed message, and consumers that follow messages by number would miss the new one.
    func nextNumber(on connection: any SQLConnection) throws -> Int64 {
        func take() -> Int64? {
            state.withLock { state in
                state.lastNumber = state.lastNumber.map { $0 &+ 1 }
                return state.lastNumber
            }
        }
        if let number = take() { return number }
        let last = try MessageFeed.lastNumber(on: connection)
        state.withLock { $0.lastNumber = last }
        return take() ?? last &+ 1
    }

    /// The user's key in the rows of messages; `nil` if the user has never sent one. Call inside a transaction of the
    /// writer.
    func senderNumber(of user: UserID, on connection: any SQLConnection) throws -> Int64? {
        if let number = state.withLock({ $0.senders[user] }) { return number }
        let number = try connection.first("SELECT num FROM senders WHERE user_id = $1", user) { try $0.int(0) }
        if let number { remember(number, of: user) }
        return number
    }

    /// Gives the user a key, for their first message.
    func addSender(_ user: UserID, on connection: any SQLConnection) throws -> Int64 {
        let number = try connection.first("INSERT INTO senders (user_id) VALUES ($1) RETURNING num", user) {
            try $0.int(0)
        }
        guard let number else { throw SpotterError.storageDamaged }
        remember(number, of: user)
        return number
    }

    private func remember(_ number: Int64, of sender: UserID) {
        state.withLock { state in
            if state.senders.count >= capacity { state.senders.removeAll() }
            state.senders[sender] = number
        }
    }

    /// Records that a message took the chat's next position. `writePositions` stores it.
    /// - Parameter isByPerson: whether it answers what was said before.
    func advance(
        _ id: ChatID,
        to seq: Int64,
        messageCount: Int64,
        activeAt: Timestamp,
        sender: UserID,
        isByPerson: Bool
    ) {
        state.withLock { state in
            if let index = state.chats.index(forKey: id) {
                state.chats.values[index].seq = seq
                state.chats.values[index].messageCount = messageCount
            }
            let run = FirstRun(of: sender, after: messageCount - 1)
            let fresh = Position(seq: seq, messageCount: messageCount, activeAt: activeAt, run: run)
            state.unwritten[id, default: fresh].advance(
                to: seq,
                messageCount: messageCount,
                activeAt: activeAt,
                sender: sender,
                isByPerson: isByPerson
            )
        }
    }

    /// Records that another change took the chat's next position and has already stored it.
    func advance(_ id: ChatID, to seq: Int64) { state.withLock { $0.chats[id]?.seq = seq } }

    /// Stores the positions that chats took in this group. Called before the commit, and before anything in the writer
    /// that reads them.
    func writePositions(on connection: any SQLConnection) throws {
        let unwritten = state.withLock { state in
            defer { state.unwritten.removeAll(keepingCapacity: true) }
            return state.unwritten
        }
        for (chat, position) in unwritten {
            try connection.executeLater(
                """
                UPDATE chats SET seq = CASE WHEN seq < $1 THEN $1 ELSE seq END, active_at = $2, message_count = $3
                WHERE id = $4
                """,
                position.seq,
                position.activeAt,
                position.messageCount,
                chat
            )
            for (sender, count, lastSeq) in position.sent {
                try position.run.write(sent: count, upTo: lastSeq, by: sender, in: chat, on: connection)
            }
        }
    }
}
