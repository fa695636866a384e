import Accounts
import Domain
import Storage

/// Members whom a message mentions by `@name`. They are found when it is written, and stored with it.
enum Mentions {
    /// The ids of the mentioned members except the sender, sorted.
    static func find(in message: Message, text: String? = nil, on connection: any SQLConnection) throws -> [UserID] {
        let members = try connection.query(
            "SELECT u.id, u.display_name FROM members m \(User.join("u", on: "m.user_id")) WHERE m.chat_id = $1",
            message.chatId
        ) { (id: try $0.id(0, UserID.self), name: try $0.text(1)) }
        return MentionParser.mentions(in: text ?? message.text, of: members.filter { $0.id != message.senderId })
            .sorted()
    }

    static func write(_ users: [UserID], of message: Message, on connection: any SQLConnection) throws {
        for user in users {
            try connection.executeLater(
                "INSERT INTO mentions (user_id, chat_id, seq, message_id) VALUES ($1, $2, $3, $4)",
                user,
                message.chatId,
                message.seq,
                message.id
            )
        }
    }

    /// Replaces a message's mentions with those of its new text. Returns the mentioned users.
    static func write(_ text: String, of message: Message, in transaction: ChatTransaction) throws -> [UserID] {
        if !message.mentions.isEmpty {
            try transaction.connection.execute("DELETE FROM mentions WHERE message_id = $1", message.id)
        }
        let users = MentionParser.mayMention(text) ? try find(in: message, text: text, on: transaction.connection) : []
        try write(users, of: message, on: transaction.connection)
        return users
    }
}
