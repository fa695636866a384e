import Domain
import Storage

/// The first messages of a group of writes in a chat, as far as they are of one sender.
///
/// A read cursor passes the member's own messages that follow it directly. Only this sender's may move by sending: for
/// everybody else, another's message comes in between. Since a cursor never stands directly before an own message, the
/// sender's is at the end, and moves, exactly if all earlier messages are up to it.
struct FirstRun: Sendable {
    private let sender: UserID
    /// How many messages the chat had before.
    private let before: Int64
    private var count: Int64 = 0
    private var lastSeq: Int64 = 0
    private var isOver = false

    init(of sender: UserID, after before: Int64) {
        self.sender = sender
        self.before = before
    }

    /// Notes the group's next message in the chat.
    mutating func add(_ sender: UserID, _ seq: Int64) {
        guard !isOver, sender == self.sender else {
            isOver = true
            return
        }
        count += 1
        lastSeq = seq
    }

    /// Stores that a member has sent messages in this group: the cursor passes them, or they don't count as unread. The
    /// position of the last one that a person wrote answers what others have written before it (`Inbox`).
    /// - Parameter memberLastSeq: that position; 0 if there is none.
    func write(
        sent: Int64,
        upTo memberLastSeq: Int64,
        by member: UserID,
        in chat: ChatID,
        on connection: any SQLConnection
    ) throws {
        guard member == sender else {
            try connection.executeLater(
                """
                UPDATE members SET uncounted = uncounted + $1, last_sent_seq = CASE WHEN last_sent_seq < $2 THEN $2 ELSE last_sent_seq END
                WHERE chat_id = $3 AND user_id = $4
                """,
                sent,
                memberLastSeq,
                chat,
                member
            )
            return
        }
        try connection.executeLater(
            """
            UPDATE members SET
                read_seq = CASE read_ordinal WHEN $1 THEN $2 ELSE read_seq END,
                uncounted = CASE read_ordinal WHEN $1 THEN $3 ELSE uncounted + $4 END,
                read_ordinal = CASE read_ordinal WHEN $1 THEN $5 ELSE read_ordinal END,
                last_sent_seq = CASE WHEN last_sent_seq < $6 THEN $6 ELSE last_sent_seq END
            WHERE chat_id = $7 AND user_id = $8
            """,
            before,
            lastSeq,
            sent - count,
            sent,
            before + count,
            memberLastSeq,
            chat,
            member
        )
    }
}
