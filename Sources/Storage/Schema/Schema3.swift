/// The third version: what is made from messages follows them, instead of being made with them.
enum Schema3 {
    static let messages: [String] = [
        // How far each of the things made from messages has come: everything up to `num` was seen to.
        "CREATE TABLE index_progress (name TEXT PRIMARY KEY, num INTEGER NOT NULL)",
        """
        INSERT INTO index_progress (name, num)
        SELECT name, (SELECT coalesce(max(num), 0) FROM messages) FROM (SELECT 'fulltext' AS name UNION SELECT 'embedding')
        """,
    ]
}
