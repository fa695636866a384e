import Accounts
import Domain
import Storage

/// The cursors of a chat's members as visible to one viewer. They determine a message's status.
struct Cursors {
    struct Position: Sendable {
        let user: UserID
        let delivered: Int64
        /// The read position that the member shares.
        let read: Int64
        let joined: Int64
    }

    /// The furthest positions of former members.
    struct Left: Sendable {
        var delivered: Int64 = 0
        var read: Int64 = 0
    }

    private let members: [Position]
    private let left: Left
    let viewerShares: Bool

    init(_ members: [Position], left: Left, viewerShares: Bool) {
        self.members = members
        self.left = left
        self.viewerShares = viewerShares
    }

    /// - Parameter viewer: `nil` for events that are published to all members.
    init(of chat: ChatID, for viewer: UserID?, on connection: any SQLConnection) throws {
        var members: [Position] = []
        var left = Left()
        var viewerShares = true
        try connection.forEach(
            """
            SELECT m.user_id, m.delivered_seq, m.shown_read_seq, m.joined_seq, \(User.sharesReadReceipts("u")),
                   c.left_delivered_seq, c.left_read_seq
            FROM members m \(User.join("u", on: "m.user_id")) JOIN chats c ON c.id = m.chat_id WHERE m.chat_id = $1
            """,
            [chat]
        ) { row in
            let user = try row.id(0, UserID.self)
            members.append(
                Position(user: user, delivered: try row.int(1), read: try row.int(2), joined: try row.int(3))
            )
            if user == viewer { viewerShares = try row.bool(4) }
            left = Left(delivered: try row.int(5), read: try row.int(6))
            return true
        }
        self.init(members, left: left, viewerShares: viewerShares)
    }

    var userIDs: Set<UserID> { Set(members.map(\.user)) }

    /// Read if everyone except the sender has read it, delivered if everyone has received it. Members who joined after
    /// the message don't count. If all recipients have left, their last positions count. An imported message was read
    /// where it was written.
    func status(of message: Message) -> MessageStatus {
        status(ofMessageAt: message.seq, by: message.senderId, isImported: message.imported == true)
    }

    func status(ofMessageAt seq: Int64, by sender: UserID, isImported: Bool) -> MessageStatus {
        guard !isImported else { return viewerShares ? .read : .delivered }
        var status = MessageStatus.read
        var hasRecipient = false
        for member in members where member.user != sender && member.joined < seq {
            hasRecipient = true
            guard member.read < seq else { continue }
            guard member.delivered >= seq else { return .sent }
            status = .delivered
        }
        if !hasRecipient { status = left.read >= seq ? .read : left.delivered >= seq ? .delivered : .sent }
        // Users who don't share read receipts don't see those of others.
        return viewerShares ? status : min(status, .delivered)
    }

    func withStatus(_ message: Message) -> Message {
        var message = message
        message.status = status(of: message)
        return message
    }
}
