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

    private var members: [Position]
    private var left: Left
    private(set) var viewerShares: Bool
    /// The viewer's role in the chat; `nil` if there is no viewer, or none who is a member.
    private var viewerRole: MemberRole?

    init(_ members: [Position], left: Left, viewerShares: Bool) {
        self.members = members
        self.left = left
        self.viewerShares = viewerShares
    }

    /// - Parameter viewer: `nil` for events that are published to all members.
    init(of chat: ChatID, for viewer: UserID?, on connection: any SQLConnection) throws {
        self.init([], left: Left(), viewerShares: true)
        try connection.forEach(Self.ofOne, [chat]) { row in
            try add(row, for: viewer)
            return true
        }
    }

    /// Reads nothing of a chat in which the viewer isn't.
    /// - Throws: `not_a_member` if the viewer isn't in the chat.
    init(of chat: ChatID, forMember viewer: Actor, on connection: any SQLConnection) throws {
        self.init([], left: Left(), viewerShares: true)
        try connection.forEach(Self.forMember, [chat, viewer.userId]) { row in
            try add(row, for: viewer.userId)
            return true
        }
        guard Access.can(viewer, .readChat(viewerRole)) else { throw SpotterError.notAMember }
    }

    /// Those of several chats, in one statement.
    static func read(
        of chats: [ChatID],
        for viewer: UserID,
        on connection: any SQLConnection
    ) throws -> [ChatID: Cursors] {
        var cursors: [ChatID: Cursors] = [:]
        _ = try connection.query(ofSeveral, in: chats) { row in
            let nobody = Cursors([], left: Left(), viewerShares: true)
            try cursors[row.id(0), default: nobody].add(row, for: viewer)
        }
        return cursors
    }

    private static let select = """
        SELECT m.chat_id, m.user_id, m.delivered_seq, m.shown_read_seq, m.joined_seq, \(User.sharesReadReceipts("u")),
               c.left_delivered_seq, c.left_read_seq, m.role
        FROM members m \(User.join("u", on: "m.user_id")) JOIN chats c ON c.id = m.chat_id WHERE m.chat_id
        """
    private static let ofOne = select + " = $1"
    private static let ofSeveral = select + " IN"
    private static let forMember =
        ofOne + " AND EXISTS (SELECT 1 FROM members v WHERE v.chat_id = $1 AND v.user_id = $2)"

    mutating func add(_ member: Position) { members.append(member) }

    private mutating func add(_ row: any SQLRow, for viewer: UserID?) throws {
        let user = try row.id(1, UserID.self)
        add(Position(user: user, delivered: try row.int(2), read: try row.int(3), joined: try row.int(4)))
        left = Left(delivered: try row.int(6), read: try row.int(7))
        if user == viewer { (viewerShares, viewerRole) = (try row.bool(5), try row.word(8, MemberRole.self)) }
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
