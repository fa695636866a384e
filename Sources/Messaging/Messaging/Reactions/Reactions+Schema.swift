import Domain
import Storage

extension Reactions {
    /// Emoji take the one form of `Emoji.normalized`. Who has given both forms of one has given it once.
    static let migration = Migration("messaging: emoji in one form") { connection in
        let stored = try connection.query("SELECT DISTINCT emoji FROM reactions") { try $0.text(0) }
        for emoji in stored {
            guard let form = Emoji.normalized(emoji), !form.unicodeScalars.elementsEqual(emoji.unicodeScalars) else {
                continue
            }
            try connection.execute(
                """
                INSERT INTO reactions (message_id, user_id, emoji, chat_id, seq)
                SELECT message_id, user_id, CAST($1 AS TEXT), chat_id, seq FROM reactions WHERE emoji = $2
                ON CONFLICT DO NOTHING
                """,
                form,
                emoji
            )
            try connection.execute("DELETE FROM reactions WHERE emoji = $1", emoji)
        }
    }
}
