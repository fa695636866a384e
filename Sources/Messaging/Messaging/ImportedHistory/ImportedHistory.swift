package import Domain
import SpotterAPI
package import Storage

/// Brings messages that were written elsewhere into one chat, as part of a larger transaction.
///
/// They are stored in the order of their times, each before the first entry of the chat that is later. What was there
/// keeps its order, its unread messages and its cursors. An imported message is never unread.
///
/// ```swift
/// var history = try ImportedHistory(of: chat, by: messages, on: connection)
/// for send in sends { _ = try history.add(send, on: connection) }  // oldest first
/// let change = try history.finish(on: connection)
/// // … after the commit:
/// if let change { messages.publish([change]) }
/// ```
package struct ImportedHistory {
    /// A chat whose history has changed, for its members.
    package struct Change: Sendable {
        let chat: ChatID
        let seq: Int64
        let members: [UserID]
    }

    private struct MemberRow {
        let user: UserID
        let delivered, read, shown, joined, sent, done, snoozed: Int64
    }

    private let chat: ChatID
    private let messages: Messages
    /// The chat and its cursors before the import.
    private let before: ChatState
    private let members: [MemberRow]
    private var count = 0

    /// - Throws: `not_a_member` if there is no such chat.
    package init(of chat: ChatID, by messages: Messages, on connection: any SQLConnection) throws {
        try messages.states.writePositions(on: connection)
        guard let before = try messages.states.load(chat, on: connection) else { throw SpotterError.notAMember }
        self.chat = chat
        self.messages = messages
        self.before = before
        members = try connection.query(
            """
            SELECT user_id, delivered_seq, read_seq, shown_read_seq, joined_seq, last_sent_seq, done_seq, snoozed_seq
            FROM members WHERE chat_id = $1
            """,
            chat
        ) {
            MemberRow(
                user: try $0.id(0),
                delivered: try $0.int(1),
                read: try $0.int(2),
                shown: try $0.int(3),
                joined: try $0.int(4),
                sent: try $0.int(5),
                done: try $0.int(6),
                snoozed: try $0.int(7)
            )
        }
    }

    /// Stores a message, which must not be older than the one before. Returns whether it is new.
    /// - Throws: the codes of `Messages.send(_:)`.
    package mutating func add(_ send: Messages.Send, on connection: any SQLConnection) throws -> Bool {
        var send = send
        send.isImported = true
        guard try !messages.store(send, on: connection).isRepeat else { return false }
        count += 1
        return true
    }

    /// Puts the messages in their places. Returns what members have to be told; `nil` if nothing was new.
    package func finish(on connection: any SQLConnection) throws -> Change? {
        guard count > 0 else { return nil }
        try messages.states.writePositions(on: connection)
        let seq: Int64
        if before.seq > 0 {
            let positions = ImportedPositions(of: chat, before.num, after: before.seq, on: connection)
            seq = try positions.move().seq
            try moveCursors(to: positions.position, on: connection)
            try messages.observer.chatDidMove(chat, to: positions.position, on: connection)
            try positions.finish()
        } else {
            seq = before.seq + Int64(count)
            try moveCursors(to: { $0 }, on: connection)
        }
        try messages.recomputeActivity(of: chat, on: connection)
        messages.states.forget(chat)
        return Change(chat: chat, seq: seq, members: before.recipients)
    }

    private func moveCursors(to position: (Int64) throws -> Int64, on connection: any SQLConnection) throws {
        for member in members {
            try connection.execute(
                """
                UPDATE members SET delivered_seq = $1, read_seq = $2, shown_read_seq = $3, joined_seq = $4,
                    last_sent_seq = $5, done_seq = $6, snoozed_seq = $7
                WHERE chat_id = $8 AND user_id = $9
                """,
                position(member.delivered),
                position(member.read),
                position(member.shown),
                position(member.joined),
                // An imported message answers nothing.
                position(member.sent),
                position(member.done),
                position(member.snoozed),
                chat,
                member.user
            )
        }
        let ofChat = "WHERE chat_id = $1"
        try connection.execute("UPDATE members SET read_seq = \(UnreadRule.passed) \(ofChat)", chat)
        try connection.execute(
            """
            UPDATE members SET delivered_seq = CASE WHEN delivered_seq < read_seq THEN read_seq ELSE delivered_seq END,
                read_ordinal = \(UnreadCounters.readOrdinal), uncounted = \(UnreadRule.uncounted) \(ofChat)
            """,
            chat
        )
        for member in members where member.shown == member.read && !before.hidingReadReceipts.contains(member.user) {
            try connection.execute(
                "UPDATE members SET shown_read_seq = read_seq WHERE chat_id = $1 AND user_id = $2",
                chat,
                member.user
            )
        }
        let left = try connection.first("SELECT left_delivered_seq, left_read_seq FROM chats WHERE id = $1", chat) {
            (delivered: try $0.int(0), read: try $0.int(1))
        }
        try connection.execute(
            "UPDATE chats SET left_delivered_seq = $1, left_read_seq = $2 WHERE id = $3",
            position(left?.delivered ?? 0),
            position(left?.read ?? 0),
            chat
        )
    }
}

extension Messages {
    /// Tells members to load the chats again, after the commit and in its order.
    package func publish(_ changes: [ImportedHistory.Change]) {
        for change in changes {
            publisher.enqueue(ServerFrames.resync(change.chat, seq: change.seq, gone: false), to: change.members)
            publisher.membersDidChange(
                MembershipChange(chatId: change.chat, users: change.members, members: change.members)
            )
        }
        if !changes.isEmpty { observer.messageWasCreated() }
    }
}
