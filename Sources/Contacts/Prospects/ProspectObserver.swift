public import Domain
public import Storage

/// Keeps other modules' rows that refer to prospects in step with them.
public protocol ProspectObserver: Sendable {
    /// Called inside the transaction that deletes the prospect.
    func prospectWillBeDeleted(_ id: ProspectID, of trainer: UserID, on connection: any SQLConnection) throws

    /// Called inside the transaction in which the prospect becomes `client`.
    func prospectWillConvert(_ id: ProspectID, to client: UserID, on connection: any SQLConnection) throws
}
