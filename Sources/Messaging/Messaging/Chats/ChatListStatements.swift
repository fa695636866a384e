import Accounts
import Domain

/// The statements of a chat list, put together once for each choice of chats. `$1` is the viewer.
struct ChatListStatements: Sendable {
    /// Of one chat, `$2`.
    static let ofOne = Self(mine: "mine.user_id = $1 AND mine.chat_id = $2")
    static let ofAll = Self(mine: allMine)
    /// Whoever opened a chat sees it at once; the other when there is something to see.
    static let ofShown = Self(
        mine: allMine,
        shown: "AND NOT (c.kind = 'direct' AND c.seq = 0 AND c.created_by <> mine.user_id)"
    )
    private static let allMine = "mine.user_id = $1"

    let rows: String
    /// Those of a chat come one after another, by name.
    let members: String
    /// Selects each chat's last message among `messages m`.
    let areLast: String
    /// The rows that `areLast` selects.
    let last: String
    let pins: String

    /// - Parameters:
    ///   - mine: selects the viewer's rows among `members mine`.
    ///   - shown: a further condition for `rows`.
    private init(mine: String, shown: String = "") {
        rows = """
            SELECT c.id, c.kind, c.name, c.photo_media_id, c.seq, mine.read_seq, c.left_delivered_seq,
                   c.left_read_seq, mine.muted_until, mine.is_pinned, c.announcement,
                   \(Unread.messages("mine", "c")), \(Unread.mentions("mine", "c")),
                   (SELECT \(User.sharesReadReceipts("v")) FROM \(User.table(as: "v")) WHERE v.id = $1)
            FROM members mine JOIN chats c ON c.id = mine.chat_id
            WHERE \(mine) \(shown) ORDER BY c.active_at DESC, c.id DESC
            """
        members = """
            SELECT theirs.chat_id, u.id, u.display_name, theirs.role, u.photo_media_id, theirs.delivered_seq,
                   theirs.shown_read_seq, theirs.read_seq, theirs.joined_seq
            FROM members mine JOIN members theirs ON theirs.chat_id = mine.chat_id
            \(User.join("u", on: "theirs.user_id")) WHERE \(mine)
            ORDER BY theirs.chat_id, u.display_name, u.id
            """
        areLast = """
            WHERE m.num IN (
                SELECT (SELECT r.num FROM message_rows r WHERE r.chat = c.num ORDER BY r.seq DESC LIMIT 1)
                FROM members mine JOIN chats c ON c.id = mine.chat_id WHERE \(mine))
            """
        last = MessageRow.selection + areLast
        pins = """
            SELECT p.chat_id, p.message_id FROM members mine JOIN pins p ON p.chat_id = mine.chat_id
            WHERE \(mine) ORDER BY p.seq
            """
    }
}
