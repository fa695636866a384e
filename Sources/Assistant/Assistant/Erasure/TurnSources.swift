import Domain
import SpotterAPI
import Storage

/// Rows of the table `turn_sources`: the messages whose words went into an answer, cited or not.
enum TurnSources {
    /// Stands for the chat and the reader of a message that can't be read any more.
    static let lost = (chat: ChatID(high: 0, low: 0), owner: UserID(high: 0, low: 0))

    static func insert(
        _ message: MessageID,
        in chat: ChatID,
        of turn: TurnID,
        owner: UserID,
        on connection: any SQLConnection
    ) throws {
        try connection.execute(
            """
            INSERT INTO turn_sources (message_id, turn_id, chat_id, owner_id) VALUES ($1, $2, $3, $4)
            ON CONFLICT DO NOTHING
            """,
            message,
            turn,
            chat,
            owner
        )
    }

    /// The answers that a message went into.
    static func turns(madeFrom message: MessageID, on connection: any SQLConnection) throws -> [TurnID] {
        try connection.query("SELECT turn_id FROM turn_sources WHERE message_id = $1", message) { try $0.id(0) }
    }

    /// A user's answers that messages of a chat went into.
    static func turns(
        of owner: UserID,
        madeFrom chat: ChatID,
        on connection: any SQLConnection
    ) throws -> [TurnID] {
        try connection.query(
            "SELECT DISTINCT turn_id FROM turn_sources WHERE owner_id = $1 AND chat_id = $2",
            owner,
            chat
        ) { try $0.id(0) }
    }

    static func remove(_ turn: TurnID, on connection: any SQLConnection) throws {
        try connection.execute("DELETE FROM turn_sources WHERE turn_id = $1", turn)
    }
}
