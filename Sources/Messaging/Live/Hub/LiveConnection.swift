/// One open connection of a user, as seen by the Hub. All methods are called on the connection's event loop.
public protocol LiveConnection: AnyObject {
    /// Whether it's told of changes already, and not still reading what was before them.
    var isFollowing: Bool { get }
    func deliver(_ frame: OutboundFrame)
    /// A request of this connection has completed; its answer is delivered next.
    func didAnswer()
    /// Ends the connection because its session has ended.
    func revoke()
    /// Called once after a batch of deliveries.
    func flush()
}

extension LiveConnection {
    public var isFollowing: Bool { true }
}
