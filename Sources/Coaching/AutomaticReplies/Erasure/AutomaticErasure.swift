public import Accounts
public import Domain
import SpotterAPI
public import Storage

/// Erases a user's settings and agreements with the account. What was sent to a client stays counted, without naming
/// anybody, for as long as it matters for their trainer's budget.
public struct AutomaticErasure: AccountDeletionParticipant {
    private let database: any Database

    public init(database: any Database) { self.database = database }

    public func accountWillClose(_ user: DeletedUser, email: String, on connection: any SQLConnection) throws {
        try connection.execute("UPDATE automatic_settings SET enabled = 0 WHERE trainer_id = $1", user.id)
    }

    public func erase(_ user: DeletedUser) async throws {
        try await database.write { connection in
            connection.markErasure()
            for statement in [
                "DELETE FROM automatic_settings WHERE trainer_id = $1",
                "DELETE FROM automatic_agreements WHERE trainer_id = $1 OR client_id = $1",
                "DELETE FROM automatic_replies WHERE trainer_id = $1 OR client_id = $1 AND sent_at IS NULL",
            ] { try connection.execute(statement, user.id) }
            try connection.execute(
                "UPDATE automatic_replies SET client_id = $1, chat_id = $1, text = '', message_id = NULL WHERE client_id = $2",
                UserID(high: 0, low: 0),
                user.id
            )
        }
    }

    public func isErased(_ user: UserID, on connection: any SQLConnection) throws -> Bool {
        try !connection.exists(
            """
            SELECT 1 FROM automatic_settings WHERE trainer_id = $1
            UNION ALL SELECT 1 FROM automatic_agreements WHERE trainer_id = $1 OR client_id = $1
            UNION ALL SELECT 1 FROM automatic_replies WHERE trainer_id = $1 OR client_id = $1
            """,
            user
        )
    }
}

/// Exports a trainer's settings, agreements and replies, and what a client has agreed to.
public struct AutomaticExport: AccountExportParticipant {
    private let database: any Database

    public init(database: any Database) { self.database = database }

    public var tables: [String: TableExport] {
        [
            "automatic_settings": .exported(in: "automatic/settings.json"),
            "automatic_agreements": .exported(in: "automatic/settings.json"),
            "automatic_replies": .exported(in: "automatic/replies.json"),
            "automatic_stop": .omitted(because: "the operator's switch, no person's data"),
        ]
    }

    public func export(_ user: User, to archive: AccountExportArchive) async throws {
        let actor = Actor(userId: user.id, role: user.role)
        let (overview, replies) = try await database.read { connection in
            (
                AutomaticResponse(
                    isAllowed: try SettingsRows.isAllowed(on: connection),
                    settings: user.role == .trainer ? try SettingsRows.settings(of: user.id, on: connection) : nil,
                    agreements: try SettingsRows.agreements(of: actor, on: connection)
                ),
                try ReplyRow.list(of: user.id, limit: .max, on: connection).map(\.reply)
            )
        }
        try await archive.document("automatic/settings.json", overview)
        guard user.role == .trainer else { return }
        try await archive.document("automatic/replies.json", AutomaticRepliesResponse(replies: replies))
    }
}
