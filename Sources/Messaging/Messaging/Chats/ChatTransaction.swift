import Domain
import Storage

/// One transaction on one chat, with the chat's state and its durable changes.
struct ChatTransaction {
    let id: ChatID
    let connection: any SQLConnection
    let now: Timestamp
    private(set) var state: ChatState
    private(set) var events: [OutgoingChatEvent] = []
    private let states: ChatStateCache
    private let query: MessageQuery

    /// - Throws: `not_a_member` if there is no such chat, as for a chat of other users.
    init(
        _ id: ChatID,
        states: ChatStateCache,
        query: MessageQuery,
        at now: Timestamp,
        on connection: any SQLConnection
    ) throws {
        // What messages of the same group have left to be written once is there for statements that read it.
        try states.writePositions(on: connection)
        guard let state = try states.load(id, on: connection) else { throw SpotterError.notAMember }
        self.id = id
        self.states = states
        self.query = query
        self.now = now
        self.connection = connection
        self.state = state
    }

    /// The actor's role in this chat.
    /// - Throws: `not_a_member` if the actor isn't in the chat.
    func requireMember(_ actor: Actor) throws -> MemberRole {
        guard let role = state.members[actor.userId], Access.can(actor, .readChat(role)) else {
            throw SpotterError.notAMember
        }
        return role
    }

    /// The current message, with the status that all members may see; `nil` if it isn't in this chat.
    func message(_ message: MessageID) throws -> Message? {
        guard let found = try find(message) else { return nil }
        return try Cursors(of: id, for: nil, on: connection).withStatus(found)
    }

    /// The current message without its status; `nil` if it isn't in this chat.
    func find(_ message: MessageID) throws -> Message? { try query.find(message, in: id, on: connection) }

    // MARK: Changes

    /// Logs a change of a message. Returns the current message.
    mutating func changed(
        _ kind: ChatEvent.Kind,
        _ messageId: MessageID,
        reaction: ChatEvent.ReactionChange? = nil
    ) throws -> Message {
        let seq = try log(
            kind,
            message: messageId,
            user: reaction?.userId,
            change: reaction.map { $0.added ? "added" : "removed" },
            emoji: reaction?.emoji
        )
        guard let message = try message(messageId) else { throw SpotterError.notFound("message") }
        append(ChatEvent(type: kind, chatId: id, seq: seq, message: message, reaction: reaction))
        return message
    }

    /// Logs a change of the members after it was stored. A leaving member receives it as the last event of this chat,
    /// an added member as the first.
    mutating func changed(_ member: ChatEvent.MemberChange) throws {
        let before = state.recipients
        let seq = try log(.memberChanged, user: member.userId, change: member.change.rawValue, role: member.role)
        try reload()
        let concerned = Set(before).union(state.recipients).union([member.userId])
        append(ChatEvent(type: .memberChanged, chatId: id, seq: seq, member: member), to: Array(concerned))
    }

    /// Logs a change of the chat's name, photo, pins or of who may write.
    mutating func changedHeader() throws {
        let seq = try log(.chatUpdated)
        let head = try ChatHeader.read(id, on: connection)
        append(
            ChatEvent(
                type: .chatUpdated,
                chatId: id,
                seq: seq,
                name: head?.name,
                photoMediaId: head?.photoMediaId,
                pins: head?.pins,
                announcement: head?.isAnnouncement
            )
        )
    }

    /// The position that the next change will have.
    var nextSeq: Int64 { state.seq + 1 }

    /// Reloads members and roles after a change.
    mutating func reload() throws {
        states.forget(id)
        guard let fresh = try states.load(id, on: connection) else { throw SpotterError.notAMember }
        state = fresh
    }

    private mutating func append(_ event: ChatEvent, to recipients: [UserID]? = nil) {
        events.append(
            OutgoingChatEvent(
                event: event,
                recipients: recipients ?? state.recipients,
                hidingReadReceipts: state.hidingReadReceipts
            )
        )
    }

    private mutating func log(
        _ kind: ChatEvent.Kind,
        message: MessageID? = nil,
        user: UserID? = nil,
        change: String? = nil,
        role: MemberRole? = nil,
        emoji: String? = nil
    ) throws -> Int64 {
        let seq = nextSeq
        try connection.execute(
            """
            INSERT INTO chat_events (chat_id, seq, kind, message_id, user_id, change, role, emoji, at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            id,
            seq,
            kind.rawValue,
            message,
            user,
            change,
            role?.rawValue,
            emoji,
            now
        )
        try connection.execute("UPDATE chats SET seq = $1 WHERE id = $2", seq, id)
        states.advance(id, to: seq)
        state.seq = seq
        return seq
    }
}
