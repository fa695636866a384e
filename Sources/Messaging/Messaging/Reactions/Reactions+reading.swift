package import Domain
package import Storage

extension Reactions {
    /// Who has given which emoji to a message, in the order of giving. Whether somebody may know is the caller's affair.
    package static func given(to message: MessageID, on connection: any SQLConnection) throws -> [Reaction] {
        let given = try connection.query(
            "SELECT emoji, user_id FROM reactions WHERE message_id = $1 ORDER BY seq, user_id",
            message
        ) { (try $0.text(0), try $0.id(1) as UserID) }
        var emoji: [String] = []
        for (one, _) in given where !emoji.contains(one) { emoji.append(one) }
        return emoji.map { one in Reaction(emoji: one, userIds: given.filter { $0.0 == one }.map(\.1)) }
    }
}
