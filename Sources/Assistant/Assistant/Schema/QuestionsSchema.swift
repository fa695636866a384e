import Messaging
import Storage

/// What questions bring along, and how their answers are made.
enum QuestionsSchema {
    static let questionFiles = Migration(
        "assistant: the files of questions",
        statements: ["ALTER TABLE turns ADD COLUMN media TEXT"]
    )

    /// A question's files go with it, however it goes.
    static let keptFiles = Migration(
        "assistant: questions keep their files",
        statements: [
            "CREATE TRIGGER turns_files_gone AFTER DELETE ON turns BEGIN \(KeptMedia.letGo("old.id")) END",
            """
            CREATE TRIGGER turns_files_erased AFTER UPDATE ON turns
            WHEN old.media IS NOT NULL AND new.media IS NULL
            BEGIN \(KeptMedia.letGo("old.id")) END
            """,
        ]
    )

    static let conversationSettings = Migration(
        "assistant: the model and its parameters by conversation",
        statements: ["ALTER TABLE conversations ADD COLUMN settings TEXT"]
    )
}
