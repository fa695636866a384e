import Storage

/// What questions bring along, and how their answers are made.
enum QuestionsSchema {
    static let questionFiles = Migration(
        "assistant: the files of questions",
        statements: ["ALTER TABLE turns ADD COLUMN media TEXT"]
    )

    static let conversationSettings = Migration(
        "assistant: the model and its parameters by conversation",
        statements: ["ALTER TABLE conversations ADD COLUMN settings TEXT"]
    )
}
