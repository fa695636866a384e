public import Accounts
public import Storage

/// Erases the files of a user whose account is deleted.
public struct MediaErasure: AccountDeletionParticipant {
    private let database: any Database
    private let signal: MediaErasureSignal

    public init(database: any Database, signal: MediaErasureSignal) {
        self.database = database
        self.signal = signal
    }

    /// Removes the files' names, and makes all that nothing shows due for collection. Only a group's photo stays.
    public func erase(_ user: DeletedUser) async throws {
        try await database.write { connection in
            connection.markErasure()
            _ = try connection.execute(
                """
                UPDATE media SET file_name = 'file', created_at = $1,
                    ready_at = CASE WHEN ready_at IS NULL THEN ready_at ELSE $1 END
                WHERE owner_id = $2
                """,
                StoredMedia.erased,
                user.id
            )
        }
        signal.notify()
    }
}
