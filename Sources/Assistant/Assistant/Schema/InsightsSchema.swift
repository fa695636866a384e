import ChatInsights
import Storage

/// What was read in chats, and what proposals were made from it.
enum InsightsSchema {
    static let insights = Migration(
        "assistant: what messages say is to be done, decided and urgent",
        statements: InsightTables.statements + [
            // The messages that proposals without an answer were made from.
            """
            CREATE TABLE proposal_sources (
                message_id BLOB NOT NULL,
                proposal_id BLOB NOT NULL,
                chat_id BLOB NOT NULL,
                owner_id BLOB NOT NULL,
                PRIMARY KEY (message_id, proposal_id)
            ) WITHOUT ROWID
            """,
            "CREATE INDEX proposal_sources_by_owner ON proposal_sources (owner_id, chat_id)",
        ]
    )
}
