import Accounts
import Contacts
package import Domain
package import Storage

/// The people whom a user currently knows, and how: contacts, and members of the same chats.
///
/// Prospects have no account and aren't included.
package struct KnownPeople: Sendable {
    package struct Person: Sendable, Hashable {
        /// The email address and the time zone may be shown to the user only if this is a contact.
        package let user: User
        /// Whether the two are trainer and client.
        package let isContact: Bool
        /// The direct chat that has both as members, the most recently active if there are several; `nil` if there is
        /// none.
        package let directChat: ChatID?
        /// The first by name of the groups that both are in, to distinguish people of the same name; `nil` if there is
        /// none.
        package let sharedGroupName: String?
        package let sharesChat: Bool
    }

    package struct Group: Sendable, Hashable {
        package let id: ChatID
        package let name: String
    }

    /// Sorted by name, then by id.
    package let people: [Person]
    /// The user's groups, sorted by name, then by id.
    package let groups: [Group]

    /// Reads everything in four queries, regardless of the number of people.
    package init(of actor: Actor, on connection: any SQLConnection) throws {
        let contacts = try Self.contacts(of: actor.userId, on: connection)
        let shared = try Self.sharedChats(of: actor.userId, on: connection)
        let direct = try Self.directChats(of: actor.userId, on: connection)
        let contactIDs = Set(contacts.map(\.id))
        let groupNames = Dictionary(shared.map { ($0.user.id, $0.groupName) }, uniquingKeysWith: { first, _ in first })
        let users = contacts + shared.map(\.user).filter { !contactIDs.contains($0.id) }
        people = users.sorted { ($0.displayName, $0.id) < ($1.displayName, $1.id) }.map { user in
            Person(
                user: user,
                isContact: contactIDs.contains(user.id),
                directChat: direct[user.id],
                sharedGroupName: groupNames[user.id] ?? nil,
                sharesChat: groupNames[user.id] != nil
            )
        }
        groups = try Self.groups(of: actor.userId, on: connection)
    }

    /// Whether a relation or a shared chat currently connects the two.
    package static func includes(_ other: UserID, for user: UserID, on connection: any SQLConnection) throws -> Bool {
        try connection.exists(
            """
            SELECT 1 WHERE \(Contacts.condition(between: "$1", and: "$2"))
                OR \(VisibleChats.sharedCondition(on: "$2", with: "$1"))
            """,
            user,
            other
        )
    }

    // MARK: Rows

    private static func contacts(of user: UserID, on connection: any SQLConnection) throws -> [User] {
        try connection.query(
            """
            SELECT \(User.columns(of: "u")) FROM \(User.table(as: "u"))
            WHERE u.id IN (\(Contacts.userIDs(of: "$1")))
            """,
            user
        ) { try User(row: $0) }
    }

    private static func sharedChats(
        of user: UserID,
        on connection: any SQLConnection
    ) throws -> [(user: User, groupName: String?)] {
        try connection.query(
            """
            SELECT shared.name, \(User.columns(of: "u")) FROM (
                SELECT theirs.user_id, min(c.name) AS name FROM members mine
                JOIN members theirs ON theirs.chat_id = mine.chat_id AND theirs.user_id <> mine.user_id
                JOIN chats c ON c.id = mine.chat_id WHERE mine.user_id = $1 GROUP BY theirs.user_id
            ) shared \(User.join("u", on: "shared.user_id"))
            """,
            user
        ) { (user: try User(row: $0, from: 1), groupName: try $0.optionalText(0)) }
    }

    private static func directChats(
        of user: UserID,
        on connection: any SQLConnection
    ) throws -> [UserID: ChatID] {
        let rows = try connection.query(
            """
            SELECT theirs.user_id, c.id FROM members mine JOIN chats c ON c.id = mine.chat_id AND c.kind = 'direct'
            JOIN members theirs ON theirs.chat_id = c.id AND theirs.user_id <> mine.user_id
            WHERE mine.user_id = $1 ORDER BY c.active_at, c.id
            """,
            user
        ) { (try $0.id(0, UserID.self), try $0.id(1, ChatID.self)) }
        return Dictionary(rows) { _, latest in latest }
    }

    private static func groups(of user: UserID, on connection: any SQLConnection) throws -> [Group] {
        try connection.query(
            """
            SELECT c.id, c.name FROM members mine JOIN chats c ON c.id = mine.chat_id
            WHERE mine.user_id = $1 AND c.kind = 'group' ORDER BY c.name, c.id
            """,
            user
        ) { Group(id: try $0.id(0), name: try $0.optionalText(1) ?? "") }
    }
}
