import Accounts
import Domain
import Storage

/// Erases what is kept of a user's voice. Transcripts go with their messages.
struct VoiceErasure: AccountDeletionParticipant {
    let database: any Database

    private static let tables = ["voice_settings", "transcription_queue", "transcription_usage"]

    func erase(_ user: DeletedUser) async throws {
        try await database.write { connection in
            connection.markErasure()
            for table in Self.tables { try connection.execute("DELETE FROM \(table) WHERE user_id = $1", user.id) }
        }
    }

    func isErased(_ user: UserID, on connection: any SQLConnection) throws -> Bool {
        try !Self.tables.contains { try connection.exists("SELECT 1 FROM \($0) WHERE user_id = $1", user) }
    }
}
