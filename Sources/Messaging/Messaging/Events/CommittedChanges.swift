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
}

/// A durable change, encoded once for each kind of recipient.
package struct CommittedChange: Sendable {
    package let seq: Int64
    package let frames: [(payload: [UInt8], recipients: [UserID])]
    package let admission: Admission
    package let membership: MembershipChange?
}

extension Sync {
    /// Reads what has happened in chats after the given positions, in one snapshot. Chats that are gone are left out.
    ///
    /// A change is told to those who are members in the snapshot and were when it happened. The one that ends a membership is
    /// told to the former member, too; what came before it isn't any more.
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
        guard let state = try ChatState.read(chat, on: connection) else { return nil }
        var changes: [CommittedChange] = []
        let first = max(seq, 0)
        let needsResync = state.seq - first > Self.maxReplayedGap
        if !needsResync, state.seq > first {
            var room = Int.max
            let events = try events(
                of: chat,
                after: first,
                upTo: state.seq,
                for: nil,
                within: &room,
                on: connection
            )
            var members = state.recipients
            for event in events.reversed() {
                var recipients = members
                if let member = event.member, member.change != .role {
                    members.removeAll { $0 == member.userId }
                    recipients = members + [member.userId]
                }
                let outgoing = OutgoingChatEvent(
                    event: event,
                    recipients: recipients,
                    hidingReadReceipts: state.hidingReadReceipts
                )
                changes.append(CommittedChange(outgoing))
            }
            changes.reverse()
        }
        if seq < 0 {
            let head = try ChatHeader.read(chat, on: connection)
            let created = ChatEvent(type: .chatUpdated, chatId: chat, seq: 0, name: head?.name, pins: [])
            let beginning = CommittedChange(
                seq: 0,
                frames: [(ServerFrames.event(created), state.recipients)],
                admission: .everyone,
                membership: MembershipChange(chatId: chat, users: state.recipients, members: state.recipients)
            )
            changes.insert(beginning, at: 0)
        }
        return CommittedChanges(
            seq: state.seq,
            members: state.recipients,
            changes: changes,
            needsResync: needsResync
        )
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
    init(_ outgoing: OutgoingChatEvent) {
        self.init(
            seq: outgoing.event.seq,
            frames: outgoing.views.map { (ServerFrames.event($0.event), $0.recipients) },
            admission: outgoing.event.admission,
            membership: outgoing.membershipChange
        )
    }
}
