/// The second version: everything that people expect of a messenger beyond sending text. A section each for accounts,
/// messages, and media, as the use cases are.
enum Schema2 {
    static let accounts: [String] = [
        "ALTER TABLE users ADD COLUMN last_seen_at INTEGER",
    ]

    static let messages: [String] = []

    static let media: [String] = []
}
