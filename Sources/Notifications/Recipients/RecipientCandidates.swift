import Domain
import Storage

/// The users who may have to be notified of new messages: a first query for many messages at once. Each notification is
/// checked again when it is sent.
struct RecipientCandidates: Sendable {
    static let maxMessages = 200
    /// Older messages don't cause notifications.
    static let maxAgeSeconds: Int64 = 3600

    struct Candidate: Sendable {
        let num: Int64
        let message: MessageID
        let subscription: SubscriptionID
        let userId: UserID
        let kind: SubscriptionKind
    }

    var all: [Candidate] = []
    /// The last message that was examined.
    var end: Watermark
    /// The actual start, if it is before the requested one because message numbers were reused.
    var rollback: Watermark?
    var hasMore = false

    static func read(after mark: Watermark, at now: Timestamp, on connection: any SQLConnection) throws
        -> RecipientCandidates
    {
        let start = try mark.current(on: connection)
        var candidates = RecipientCandidates(end: try Watermark.latest(on: connection))
        if start.num < mark.num { candidates.rollback = start }
        guard candidates.end.num > start.num else { return candidates }
        let oldest = now.adding(seconds: -maxAgeSeconds)
        let news = try connection.query(
            """
            SELECT m.num, m.id FROM messages m
            WHERE m.num > $1 AND m.num <= $2 AND m.created_at >= $3 AND m.deleted_at IS NULL ORDER BY m.num LIMIT $4
            """,
            start.num,
            candidates.end.num,
            oldest,
            maxMessages
        ) { Watermark(num: try $0.int(0), message: try $0.id(1)) }
        if let last = news.last, news.count == maxMessages, last.num < candidates.end.num {
            candidates.end = last
            candidates.hasMore = true
        }
        guard let first = news.first, let last = news.last else { return candidates }
        // CROSS JOIN keeps SQLite from starting with all subscriptions.
        candidates.all = try connection.query(
            """
            SELECT m.num, m.id, s.id, s.user_id, s.kind
            FROM messages m CROSS JOIN members r CROSS JOIN notification_subscriptions s CROSS JOIN sessions e
            WHERE m.num >= $1 AND m.num <= $2 AND m.created_at >= $3 AND m.deleted_at IS NULL
              AND r.chat_id = m.chat_id AND s.user_id = r.user_id AND e.id = s.session_id
              AND e.revoked_at IS NULL AND s.disabled_at IS NULL AND s.handled_num < m.num
              AND \(RecipientRules.condition("$4"))
            ORDER BY m.num, s.id
            """,
            first.num,
            last.num,
            oldest,
            now
        ) {
            Candidate(
                num: try $0.int(0),
                message: try $0.id(1),
                subscription: try $0.id(2),
                userId: try $0.id(3),
                kind: try $0.word(4)
            )
        }
        return candidates
    }
}

/// The rules for whom to notify of a message, as conditions on `messages m` and `members r` of its chat.
enum RecipientRules {
    /// An unread message of somebody else, in a chat that isn't muted, with no block in either direction.
    /// - Parameter now: the placeholder of the current time.
    static func condition(_ now: String) -> String {
        """
        r.user_id <> m.sender_id AND m.seq > r.read_seq AND m.seq > r.joined_seq
        AND (r.muted_until IS NULL OR r.muted_until <= \(now))
        AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = r.user_id AND b.blocked_id = m.sender_id)
        AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = m.sender_id AND b.blocked_id = r.user_id)
        """
    }
}
