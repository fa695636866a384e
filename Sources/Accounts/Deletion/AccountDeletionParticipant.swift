public import Domain
public import Storage

/// Erases what one module keeps of a user whose account is deleted.
///
/// Participants are given to `AccountDeletion`, which asks them in that order.
public protocol AccountDeletionParticipant: Sendable {
    /// Removes what must be gone as soon as the account is closed. Called inside the transaction that closes it.
    func accountWillClose(_ user: DeletedUser, email: String, on connection: any SQLConnection) throws

    /// Removes everything else, in transactions so small that sends don't wait. It's called again after a crash, and
    /// until `isErased` holds, so it must be repeatable.
    func erase(_ user: DeletedUser) async throws

    /// Whether nothing is left that `erase` would remove. Called inside the transaction that finishes the deletion: a
    /// request that was under way when the account was closed may have written something in the meantime.
    func isErased(_ user: UserID, on connection: any SQLConnection) throws -> Bool
}

extension AccountDeletionParticipant {
    public func accountWillClose(_ user: DeletedUser, email: String, on connection: any SQLConnection) {}
    public func isErased(_ user: UserID, on connection: any SQLConnection) -> Bool { true }
}
