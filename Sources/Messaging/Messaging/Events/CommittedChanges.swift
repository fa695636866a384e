import Accounts
package import Domain
import SpotterAPI
import Storage

/// What has happened in a chat after a position, as its members are told: read from the tables, whichever server wrote it.
package struct CommittedChanges: Sendable {
    /// The chat's position in the snapshot that was read.
    package let seq: Int64
    package let members: [UserID]
    package let changes: [CommittedChange]
    /// There is too much to tell; the members are to load the chat again.
    package let needsResync: Bool
    /// Former members, each with the position at which they left. They are told that the chat is gone instead of what was before.
    package let withheld: [UserID: Int64]
}

/// A durable change, encoded once for each kind of recipient.
package struct CommittedChange: Sendable {
    package struct Frame: Sendable {
        package let payload: [UInt8]
        package let recipients: [UserID]
        /// Whether the membership has ended since in which its recipients are told.
        package let isOfEndedMembership: Bool
    }

    package let seq: Int64
    package let frames: [Frame]
    package let admission: Admission
    package let membership: MembershipChange?
}

extension Sync {
    /// Reads what has happened in chats after the given positions, in one snapshot. Chats without members are left out: they
    /// are gone, or soon will be.
    ///
    /// A change is told to those who were members when it happened. Whoever has left since is told of nothing that was
    /// written after the parting; see `ChangeAudiences`.
    ///
    /// - Parameter positions: -1 asks for the chat's beginning as well, which has no position of its own.
    package func committed(
        after positions: [ChatID: Int64],
        completion: @escaping @Sendable (Result<[ChatID: CommittedChanges], any Error>) -> Void
    ) {
        database.enqueueRead(
            { connection in
                var read: [ChatID: CommittedChanges] = [:]
                for (chat, seq) in positions { read[chat] = try committed(in: chat, after: seq, on: connection) }
                return read
            },
            completion: completion
        )
    }

    private func committed(
        in chat: ChatID,
        after seq: Int64,
        on connection: any SQLConnection
    ) throws -> CommittedChanges? {
        // What nobody is in any more is about to be removed, a part at a time.
        guard let state = try ChatState.read(chat, on: connection), !state.members.isEmpty else { return nil }
        let first = max(seq, 0)
        if state.seq - first > Self.maxReplayedGap {
            return try skipped(of: chat, state, after: first, on: connection)
        }
        var changes: [CommittedChange] = []
        var withheld: [UserID: Int64] = [:]
        if state.seq > first {
            var room = Int.max
            let events = try events(
                of: chat,
                after: first,
                upTo: state.seq,
                as: try Cursors(of: chat, for: nil, on: connection),
                within: &room,
                on: connection
            )
            let told = ChangeAudiences(of: events, members: state.recipients)
            let hasLeavers = told.audiences.contains { !$0.former.isEmpty }
            let hiding =
                try hasLeavers
                ? state.hidingReadReceipts.union(leaversHidingReadReceipts(of: chat, after: first, on: connection))
                : state.hidingReadReceipts
            for (event, audience) in zip(events, told.audiences) {
                changes.append(CommittedChange(event, audience, hidingReadReceipts: hiding))
            }
            withheld = told.withheld
        }
        if seq < 0 {
            let head = try ChatHeader.read(chat, on: connection)
            let created = ChatEvent(type: .chatUpdated, chatId: chat, seq: 0, name: head?.name, pins: [])
            let beginning = CommittedChange(
                seq: 0,
                frames: [
                    .init(
                        payload: ServerFrames.event(created),
                        recipients: state.recipients,
                        isOfEndedMembership: false
                    )
                ],
                admission: .everyone,
                membership: MembershipChange(chatId: chat, users: state.recipients, members: state.recipients)
            )
            changes.insert(beginning, at: 0)
        }
        return CommittedChanges(
            seq: state.seq,
            members: state.recipients,
            changes: changes,
            needsResync: false,
            withheld: withheld
        )
    }

    /// What is told in place of too many changes: the members are to load the chat again, and for those who have left it's gone.
    private func skipped(
        of chat: ChatID,
        _ state: ChatState,
        after seq: Int64,
        on connection: any SQLConnection
    ) throws -> CommittedChanges {
        let concerned = try connection.query(
            """
            SELECT e.user_id, max(e.seq) FROM chat_events e
            WHERE e.chat_id = $1 AND e.seq > $2 AND e.seq <= $3 AND e.kind = $4 AND e.change <> 'role'
            GROUP BY e.user_id
            """,
            chat,
            seq,
            state.seq,
            ChatEvent.Kind.memberChanged.rawValue
        ) { (user: try $0.id(0, UserID.self), seq: try $0.int(1)) }
        let gone = concerned.filter { state.members[$0.user] == nil }
        let change = CommittedChange(
            seq: state.seq,
            frames: [],
            admission: .nobody,
            membership: concerned.isEmpty
                ? nil : MembershipChange(chatId: chat, users: concerned.map(\.user), members: state.recipients)
        )
        return CommittedChanges(
            seq: state.seq,
            members: state.recipients,
            changes: [change],
            needsResync: true,
            withheld: Dictionary(gone.map { ($0.user, $0.seq) }) { first, _ in first }
        )
    }

    /// Those who have left since a position and don't share read receipts.
    private func leaversHidingReadReceipts(
        of chat: ChatID,
        after seq: Int64,
        on connection: any SQLConnection
    ) throws -> [UserID] {
        try connection.query(
            """
            SELECT e.user_id FROM chat_events e \(User.join("u", on: "e.user_id"))
            WHERE e.chat_id = $1 AND e.seq > $2 AND e.kind = $3 AND NOT \(User.sharesReadReceipts("u"))
            """,
            chat,
            seq,
            ChatEvent.Kind.memberChanged.rawValue
        ) { try $0.id(0, UserID.self) }
    }

    /// The positions of a user's chats, in one snapshot.
    package func positions(
        reading user: UserID,
        completion: @escaping @Sendable (Result<[ChatID: Int64], any Error>) -> Void
    ) {
        database.enqueueRead({ try Self.positions(of: user, on: $0) }, completion: completion)
    }

    /// Where chats stand, which chats users are in, and which sessions have ended.
    package struct Standing: Sendable {
        package var positions: [ChatID: Int64] = [:]
        /// The chats that the users are in, with the position at which the first of them joined.
        package var joined: [ChatID: Int64] = [:]
        /// Those of the sessions that have ended.
        package var ended: Set<SessionID> = []
    }

    /// Looks up by itself what hints would have told, in one snapshot.
    package func standing(
        of chats: [ChatID],
        users: [UserID],
        sessions: [SessionID],
        completion: @escaping @Sendable (Result<Standing, any Error>) -> Void
    ) {
        database.enqueueRead(
            { connection in
                var standing = Standing()
                for (chat, seq) in try connection.query(
                    "SELECT id, seq FROM chats WHERE id IN",
                    in: chats,
                    row: { (try $0.id(0, ChatID.self), try $0.int(1)) }
                ) { standing.positions[chat] = seq }
                for (chat, seq) in try connection.query(
                    "SELECT chat_id, joined_seq FROM members WHERE user_id IN",
                    in: users,
                    row: { (try $0.id(0, ChatID.self), try $0.int(1)) }
                ) {
                    standing.joined[chat] = min(standing.joined[chat] ?? seq, seq)
                }
                standing.ended = try Accounts.ended(sessions, on: connection)
                return standing
            },
            completion: completion
        )
    }
}

extension CommittedChange {
    fileprivate init(_ event: ChatEvent, _ audience: ChangeAudiences.Audience, hidingReadReceipts: Set<UserID>) {
        let former = Set(audience.former)
        let outgoing = OutgoingChatEvent(
            event: event,
            recipients: audience.present + audience.former,
            hidingReadReceipts: hidingReadReceipts
        )
        let frames = outgoing.views.flatMap { view -> [Frame] in
            let payload = ServerFrames.event(view.event)
            return [false, true].compactMap { isFormer in
                let recipients = view.recipients.filter { former.contains($0) == isFormer }
                guard !recipients.isEmpty else { return nil }
                return Frame(payload: payload, recipients: recipients, isOfEndedMembership: isFormer)
            }
        }
        self.init(
            seq: event.seq,
            frames: frames,
            admission: event.admission,
            membership: event.membershipChange(toldTo: audience.present)
        )
    }
}
