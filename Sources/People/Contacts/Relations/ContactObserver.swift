public import Domain
public import Storage

/// Keeps other modules in step with relations, and tells clients of requests.
public protocol ContactObserver: Sendable {
    /// Called inside the transaction that begins or ends a relation.
    func relationWillChange(between trainer: UserID, and client: UserID, on connection: any SQLConnection) throws

    /// Called after the commit: the two see each other differently now.
    func relationDidChange(between trainer: UserID, and client: UserID)

    /// Called after the commit, in the order of commits.
    func requestDidArrive(_ request: ReceivedContactRequest, for client: UserID)
}
