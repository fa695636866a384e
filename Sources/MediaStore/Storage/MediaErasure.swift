public import Accounts
public import Storage

/// Erases the files of a user whose account is deleted.
public struct MediaErasure: AccountDeletionParticipant {
    private let database: any Database

    public init(database: any Database) { self.database = database }

    /// Removes the files' names, and makes them old enough that the next sweep collects all that nothing shows. Only a
    /// group's photo stays.
    public func erase(_ user: DeletedUser) async throws {
        try await database.write { connection in
            _ = try connection.execute(
                """
                UPDATE media SET file_name = 'file', created_at = 0,
                    ready_at = CASE WHEN ready_at IS NULL THEN NULL ELSE 0 END
                WHERE owner_id = $1
                """,
                user.id
            )
        }
    }
}
