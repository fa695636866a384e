import Accounts
import Domain
import Messaging
import SpotterAPI
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
    /// The users among them who have quiet hours now.
    var quiet: Set<UserID> = []
    /// The message after which they begin.
    var start: Watermark
    /// The last message that was examined.
    var end: Watermark
    /// The actual start, if it is before the requested one because message numbers were reused.
    var rollback: Watermark?
    var hasMore = false

    static func read(after mark: Watermark, at now: Timestamp, on connection: any SQLConnection) throws
        -> RecipientCandidates
    {
        let start = try mark.current(on: connection)
        var candidates = RecipientCandidates(start: start, end: try Watermark.latest(on: connection))
        if start.num < mark.num { candidates.rollback = start }
        guard candidates.end.num > start.num else { return candidates }
        let oldest = now.adding(seconds: -maxAgeSeconds)
        let news = try MessageFeed.entries(
            after: start.num,
            upTo: candidates.end.num,
            since: oldest,
            limit: maxMessages,
            on: connection
        )
        if let last = news.last, news.count == maxMessages, last.num < candidates.end.num {
            candidates.end = Watermark(last)
            candidates.hasMore = true
        }
        guard let first = news.first, let last = news.last else { return candidates }
        candidates.all = try connection.query(
            """
            SELECT m.num, m.id, s.id, s.user_id, s.kind
            FROM \(UnreadMessages.tables) CROSS JOIN notification_subscriptions s
            WHERE m.num >= $1 AND m.num <= $2 AND m.created_at >= $3 AND \(UnreadMessages.condition(at: "$4"))
              AND s.user_id = r.user_id AND s.disabled_at IS NULL AND s.handled_num < m.num
              AND \(Session.isLive("s.session_id"))
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
        candidates.quiet = try QuietHoursGate.quiet(among: candidates.all.map(\.userId), at: now, on: connection)
        return candidates
    }
}
