public import Domain
public import Storage

/// Keeps other modules' rows that refer to prospects in sync.
public protocol ProspectObserver: Sendable {
    /// Called inside the transaction that deletes the prospect.
    func prospectWillBeDeleted(_ id: ProspectID, of trainer: UserID, on connection: any SQLConnection) throws

    /// Called inside the transaction that converts the prospect to `client`.
    func prospectWillConvert(_ id: ProspectID, to client: UserID, on connection: any SQLConnection) throws
}
