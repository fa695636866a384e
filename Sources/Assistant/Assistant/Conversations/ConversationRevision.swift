import Domain
import SpotterAPI
import Storage

/// Gives a conversation its next revision, inside the transaction that changes it.
enum ConversationRevision {
    /// - Returns: the revision, for the turns that change with it.
    @discardableResult
    static func advance(_ id: ConversationID, at now: Timestamp, on connection: any SQLConnection) throws -> Int64 {
        let revision = try connection.first("SELECT revision FROM conversations WHERE id = $1", id) { try $0.int(0) }
        let next = max((revision ?? 0) + 1, now.milliseconds)
        try connection.execute("UPDATE conversations SET revision = $1 WHERE id = $2", next, id)
        return next
    }

    /// Marks turns as changed with the conversation's current revision.
    static func mark(_ turn: TurnID, as revision: Int64, on connection: any SQLConnection) throws {
        try connection.execute("UPDATE turns SET revision = $1 WHERE id = $2", revision, turn)
    }
}
