public import Domain
public import Storage

/// Keeps other modules' rows that refer to prospects in sync.
public protocol ProspectObserver: Sendable {
    /// Called inside the transaction that deletes the prospect.
    func prospectWillBeDeleted(_ id: ProspectID, of trainer: UserID, on connection: any SQLConnection) throws

    /// Called inside the transaction that converts the prospect to `client`.
    func prospectWillConvert(_ id: ProspectID, to client: UserID, on connection: any SQLConnection) throws
}

/// Passes everything on to several observers, in this order.
public struct ProspectObservers: ProspectObserver {
    private let observers: [any ProspectObserver]

    public init(_ observers: [any ProspectObserver]) { self.observers = observers }

    public func prospectWillBeDeleted(_ id: ProspectID, of trainer: UserID, on connection: any SQLConnection) throws {
        for observer in observers { try observer.prospectWillBeDeleted(id, of: trainer, on: connection) }
    }

    public func prospectWillConvert(_ id: ProspectID, to client: UserID, on connection: any SQLConnection) throws {
        for observer in observers { try observer.prospectWillConvert(id, to: client, on: connection) }
    }
}
