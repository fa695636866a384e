import Accounts
import Contacts
import Domain
import Storage

extension Party {
    /// A user, with the facts that currently relate them to the actor.
    static func find(
        _ id: UserID,
        for actor: Actor,
        on connection: any SQLConnection
    ) throws -> (user: User, party: Party)? {
        try connection.first(
            """
            SELECT
                \(Contacts.condition(between: "$1", and: "u.id")),
                EXISTS (
                    SELECT 1 FROM members a JOIN members b ON b.chat_id = a.chat_id JOIN chats c ON c.id = a.chat_id
                    WHERE c.kind = 'group' AND a.user_id = $1 AND b.user_id = u.id
                ),
                \(Contacts.sharedTrainerCondition(between: "$1", and: "u.id")),
                \(VisibleChats.sharedCondition(on: "u.id", with: "$1")),
                \(BlockRows.condition(between: "$1", and: "u.id")),
                \(User.isDisabled("u")),
                \(User.columns(of: "u"))
            FROM \(User.table(as: "u")) WHERE u.id = $2 AND \(User.isActive("u"))
            """,
            actor.userId,
            id
        ) { row in
            let user = try User(row: row, from: 6)
            let party = Party(
                userId: user.id,
                role: user.role,
                isContact: try row.bool(0),
                sharesGroup: try row.bool(1),
                sharesTrainer: try row.bool(2),
                sharesChat: try row.bool(3),
                isBlocked: try row.bool(4),
                isDisabled: try row.bool(5)
            )
            return (user, party)
        }
    }
}
