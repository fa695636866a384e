import Domain
import Storage

/// One writer's job on one chat: its state, and the durable changes that come of the job, each with whom to tell.
struct ChatJob {
    let id: ChatID
    let connection: any SQLConnection
    let now: Timestamp
    private(set) var state: ChatState
    private(set) var notices: [ChatNotice] = []
    private let states: ChatStates

    /// - Throws: `not_a_member` where there's no such chat, the same as for one that isn't the asker's.
    init(_ id: ChatID, states: ChatStates, at now: Timestamp, on connection: any SQLConnection) throws {
        guard let state = try states.load(id, on: connection) else { throw SpotterError.notAMember }
        self.id = id
        self.states = states
        self.now = now
        self.connection = connection
        self.state = state
    }

    /// The actor's role here.
    /// - Throws: `not_a_member` for a stranger.
    func requireMember(_ actor: Actor) throws -> MemberRole {
        guard let role = state.members[actor.userId], Access.can(actor, .readChat(role)) else {
            throw SpotterError.notAMember
        }
        return role
    }

    /// A message of this chat as it's now, its status as all may see it.
    func message(_ message: MessageID) throws -> Message? {
        guard let found = try Message.find(message, in: id, on: connection) else { return nil }
        return try Cursors(of: id, for: nil, on: connection).withStatus(found)
    }

    // MARK: Changes

    /// Logs that a message changed; the message as it's now.
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
        tell(ChatEvent(type: kind, chatId: id, seq: seq, message: message, reaction: reaction))
        return message
    }

    /// Logs a change of the members after it was written; the one who goes is told as well, for the last time, the one
    /// who comes for the first.
    mutating func changed(_ member: ChatEvent.MemberChange) throws {
        let before = state.recipients
        let seq = try log(.memberChanged, user: member.userId, change: member.change.rawValue, role: member.role)
        try reload()
        let concerned = Set(before).union(state.recipients).union([member.userId])
        tell(ChatEvent(type: .memberChanged, chatId: id, seq: seq, member: member), to: Array(concerned))
    }

    /// Logs that the chat's name, photo or pins changed.
    mutating func changedHead() throws {
        let seq = try log(.chatUpdated)
        let head = try ChatHead.read(id, on: connection)
        tell(
            ChatEvent(
                type: .chatUpdated,
                chatId: id,
                seq: seq,
                name: head?.name,
                photoMediaId: head?.photoMediaId,
                pins: head?.pins
            )
        )
    }

    /// The position that the next change will have.
    var nextSeq: Int64 { state.seq + 1 }

    /// Reads members and roles anew after they were changed.
    mutating func reload() throws {
        states.forget(id)
        guard let fresh = try states.load(id, on: connection) else { throw SpotterError.notAMember }
        state = fresh
    }

    /// The chat is no more.
    func forget() { states.forget(id) }

    private mutating func tell(_ event: ChatEvent, to recipients: [UserID]? = nil) {
        notices.append(
            ChatNotice(event: event, recipients: recipients ?? state.recipients, reticent: state.reticent)
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
