package import Domain
import Storage
import Synchronization

/// What a send needs to know of a chat: its position and members.
package struct ChatState: Sendable {
    package var kind: ChatKind
    package var seq: Int64
    package var members: [UserID: MemberRole]
    /// The same people as `members`, ready to be handed to the Hub.
    package var recipients: [UserID]
    /// A direct chat in which one has blocked the other.
    package var isBlocked: Bool
    /// Those of them who don't share what they read, and so aren't shown what others do.
    package var reticent: Set<UserID>

    static func members(of chat: ChatID, on connection: any SQLConnection) throws -> [UserID] {
        try connection.query("SELECT user_id FROM members WHERE chat_id = $1", chat) { try $0.id(0) }
    }
}

/// Chats in memory, so that a send is authorised and numbered without reading.
///
/// Filled and changed only inside the writer's jobs, which run one at a time; emptied whenever a write is rolled back.
/// Between two jobs it therefore equals what is on disk or about to be committed.
package final class ChatStates: Sendable {
    private let state = Mutex(State())
    private let capacity: Int
    private let listeners = Mutex(Listeners())

    private struct State: Sendable {
        var chats: [ChatID: ChatState] = [:]
        /// Where chats have come to in this group, and isn't in their rows yet: those are written once, at its end.
        var unwritten: [ChatID: Position] = [:]
        /// The last number that was given to a message; nothing until it's looked up.
        var number: Int64?
    }

    private struct Position: Sendable {
        var seq: Int64
        var activeAt: Timestamp
    }

    private struct Listeners: Sendable {
        var forgotten: [@Sendable () -> Void] = []
        var membersChanged: [@Sendable (MembersChange) -> Void] = []
        var relationsChanged: [@Sendable ([UserID]) -> Void] = []
    }

    init(capacity: Int = 100_000) { self.capacity = capacity }

    /// Who came into a chat or went.
    struct MembersChange: Sendable {
        let chatId: ChatID
        let users: [UserID]
        /// Who is in it now.
        let members: [UserID]
    }

    /// Called inside the writer's job that changes who sees whom, and when a write is rolled back: what else is kept in
    /// memory of that holds no longer.
    func onForgotten(_ action: @escaping @Sendable () -> Void) { listeners.withLock { $0.forgotten.append(action) } }

    /// Inside a writer's job: members, blocks or what people share are changing.
    func expireRelations() {
        for action in listeners.withLock({ $0.forgotten }) { action() }
    }

    /// Called with people who may see others than before, or be seen by others, after the commit.
    func onRelationsChanged(_ action: @escaping @Sendable ([UserID]) -> Void) {
        listeners.withLock { $0.relationsChanged.append(action) }
    }

    func relationsChanged(of users: [UserID]) {
        for action in listeners.withLock({ $0.relationsChanged }) { action(users) }
    }

    /// Called with a change of members after its commit.
    func onMembersChanged(_ action: @escaping @Sendable (MembersChange) -> Void) {
        listeners.withLock { $0.membersChanged.append(action) }
    }

    /// Tells those who asked; whoever changes a chat's members calls it, after the commit, in the order of commits.
    func membersChanged(of chat: ChatID, _ users: [UserID], now members: [UserID]) {
        let change = MembersChange(chatId: chat, users: users, members: members)
        for action in listeners.withLock({ $0.membersChanged }) { action(change) }
        relationsChanged(of: users)
    }

    /// The chat's state, inside a writer's job; `nil` where there's no such chat.
    func load(_ id: ChatID, on connection: any SQLConnection) throws -> ChatState? {
        if let chat = state.withLock({ $0.chats[id] }) { return chat }
        try writePositions(on: connection)
        guard let chat = try Self.read(id, on: connection) else { return nil }
        state.withLock { state in
            if state.chats.count >= capacity { state.chats.removeAll() }
            state.chats[id] = chat
        }
        return chat
    }

    /// The next message's number, inside a writer's job. Not SQLite's own choice, which would give the number of a
    /// message that was removed to another one, unseen by whoever follows them.
    func nextNumber(on connection: any SQLConnection) throws -> Int64 {
        func take() -> Int64? {
            state.withLock { state in
                state.number = state.number.map { $0 &+ 1 }
                return state.number
            }
        }
        if let number = take() { return number }
        let last = try MessageFeed.lastNumber(on: connection)
        state.withLock { $0.number = last }
        return take() ?? last &+ 1
    }

    /// A message took the chat's next position. Its row follows with the group's commit: `writePositions`.
    func advance(_ id: ChatID, to seq: Int64, activeAt: Timestamp) {
        state.withLock { state in
            state.chats[id]?.seq = seq
            state.unwritten[id] = Position(seq: seq, activeAt: activeAt)
        }
    }

    /// Another change took the chat's next position, and has written so.
    func advance(_ id: ChatID, to seq: Int64) { state.withLock { $0.chats[id]?.seq = seq } }

    /// Brings the chats' rows to where the group has come. Before its commit, and before anything in the writer that
    /// reads them.
    func writePositions(on connection: any SQLConnection) throws {
        let unwritten = state.withLock { state in
            defer { state.unwritten.removeAll(keepingCapacity: true) }
            return state.unwritten
        }
        for (chat, position) in unwritten {
            try connection.execute(
                "UPDATE chats SET seq = max(seq, $1), active_at = $2 WHERE id = $3",
                position.seq,
                position.activeAt,
                chat
            )
        }
    }

    func forget(_ id: ChatID) {
        state.withLock { $0.chats[id] = nil }
        expireRelations()
    }

    /// For what changes a user in all of their chats, such as whether they share what they read.
    func forgetAll() {
        state.withLock { $0.chats.removeAll() }
        expireRelations()
    }

    /// What was written is undone: nothing here holds any longer.
    func rolledBack() {
        state.withLock { $0.unwritten.removeAll() }
        forgetAll()
    }

    static func read(_ id: ChatID, on connection: any SQLConnection) throws -> ChatState? {
        let chat = try connection.first("SELECT kind, seq FROM chats WHERE id = $1", id) {
            (kind: try $0.word(0, ChatKind.self), seq: try $0.int(1))
        }
        guard let chat else { return nil }
        let members = try connection.query(
            """
            SELECT m.user_id, m.role, u.shares_read FROM members m JOIN users u ON u.id = m.user_id
            WHERE m.chat_id = $1
            """,
            id
        ) { (user: try $0.id(0, UserID.self), role: try $0.word(1, MemberRole.self), shares: try $0.bool(2)) }
        var isBlocked = false
        if chat.kind == .direct, members.count == 2, let one = members.first, let other = members.last {
            isBlocked = try Blocks.exists(between: one.user, and: other.user, on: connection)
        }
        return ChatState(
            kind: chat.kind,
            seq: chat.seq,
            members: Dictionary(members.map { ($0.user, $0.role) }) { first, _ in first },
            recipients: members.map(\.user),
            isBlocked: isBlocked,
            reticent: Set(members.filter { !$0.shares }.map(\.user))
        )
    }
}
