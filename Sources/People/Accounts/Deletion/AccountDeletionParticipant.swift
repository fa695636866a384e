public import Domain
public import Storage

/// Erases one module's data of a user whose account is deleted.
///
/// `AccountDeletion` calls its participants in the order given to it.
public protocol AccountDeletionParticipant: Sendable {
    /// Removes the data that must disappear when the account is closed. Called inside the transaction that closes it.
    func accountWillClose(_ user: DeletedUser, email: String, on connection: any SQLConnection) throws

    /// Removes all other data, in transactions so small that they don't delay sends. Must be repeatable, because it is
    /// called again after a crash and until `isErased` returns `true`.
    func erase(_ user: DeletedUser) async throws

    /// Whether `erase` has nothing left to remove. Called inside the transaction that finishes the deletion, because a
    /// request in progress when the account was closed may have written data since.
    func isErased(_ user: UserID, on connection: any SQLConnection) throws -> Bool
}

extension AccountDeletionParticipant {
    public func accountWillClose(_ user: DeletedUser, email: String, on connection: any SQLConnection) {}
    public func isErased(_ user: UserID, on connection: any SQLConnection) -> Bool { true }
}
