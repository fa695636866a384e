import Domain
import SpotterAPI
import Storage

/// Who may have to be told of new messages: a first look over many at once. Whether somebody really is told is
/// decided again for each when it's sent.
struct Candidates: Sendable {
    static let mostMessages = 200
    /// Older messages are no news.
    static let newsSeconds: Int64 = 3600

    struct One: Sendable {
        let num: Int64
        let message: MessageID
        let subscription: SubscriptionID
        let userId: UserID
        let kind: SubscriptionKind
    }

    var found: [One] = []
    /// Up to where this looked.
    var end: Watermark
    /// Where it began, if that's further back than it was asked to: numbers were given again.
    var regress: Watermark?
    var hasMore = false

    static func read(after mark: Watermark, at now: Timestamp, on connection: any SQLConnection) throws -> Candidates {
        let start = try mark.current(on: connection)
        var candidates = Candidates(end: try Watermark.latest(on: connection))
        if start.num < mark.num { candidates.regress = start }
        guard candidates.end.num > start.num else { return candidates }
        let oldest = now.adding(seconds: -newsSeconds)
        let news = try connection.query(
            """
            SELECT m.num, m.id FROM messages m
            WHERE m.num > $1 AND m.num <= $2 AND m.created_at >= $3 AND m.deleted_at IS NULL ORDER BY m.num LIMIT $4
            """,
            start.num,
            candidates.end.num,
            oldest,
            mostMessages
        ) { Watermark(num: try $0.int(0), message: try $0.id(1)) }
        if let last = news.last, news.count == mostMessages, last.num < candidates.end.num {
            candidates.end = last
            candidates.hasMore = true
        }
        guard let first = news.first, let last = news.last else { return candidates }
        // CROSS JOIN keeps the engine from beginning with all subscriptions.
        candidates.found = try connection.query(
            """
            SELECT m.num, m.id, s.id, s.user_id, s.kind
            FROM messages m CROSS JOIN members r CROSS JOIN notification_subscriptions s CROSS JOIN sessions e
            WHERE m.num >= $1 AND m.num <= $2 AND m.created_at >= $3 AND m.deleted_at IS NULL
              AND r.chat_id = m.chat_id AND s.user_id = r.user_id AND e.id = s.session_id
              AND e.revoked_at IS NULL AND s.disabled_at IS NULL AND s.handled_num < m.num
              AND \(Rules.wants("$4"))
            ORDER BY m.num, s.id
            """,
            first.num,
            last.num,
            oldest,
            now
        ) {
            One(
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

/// Who is to be told of a message, as conditions on `messages m` and `members r` of its chat.
enum Rules {
    /// Somebody else's message that isn't read, in a chat that isn't muted, from nobody who is blocked either way.
    /// - Parameter now: the placeholder of the time.
    static func wants(_ now: String) -> String {
        """
        r.user_id <> m.sender_id AND m.seq > r.read_seq AND m.seq > r.joined_seq
        AND (r.muted_until IS NULL OR r.muted_until <= \(now))
        AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = r.user_id AND b.blocked_id = m.sender_id)
        AND NOT EXISTS (SELECT 1 FROM blocks b WHERE b.blocker_id = m.sender_id AND b.blocked_id = r.user_id)
        """
    }
}
