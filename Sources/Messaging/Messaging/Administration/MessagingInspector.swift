public import Accounts
public import Domain
public import SpotterAPI
public import Storage

/// Counts of messages and groups for the administrator. It never reads a text.
public struct MessagingInspector: AccountInspector {
    public init() {}

    public func addUsage(of user: UserID, to usage: inout AccountUsage, on connection: any SQLConnection) throws {
        usage.messages += try SentMessages(of: user, on: connection).count(on: connection)
    }

    /// A trainer's groups would be led by a client.
    public func obstacles(toChangingRoleOf user: User, on connection: any SQLConnection) throws -> [String] {
        guard user.role == .trainer else { return [] }
        let groups = try connection.first(
            """
            SELECT count(*) FROM members m JOIN chats c ON c.id = m.chat_id
            WHERE m.user_id = $1 AND m.role = 'admin' AND c.kind = 'group'
            """,
            user.id
        ) { try $0.int(0) }
        return (groups ?? 0) > 0 ? ["groups led by them (\(groups ?? 0))"] : []
    }
}
