/// One open connection of a user, as the Hub sees it. All methods are called on the connection's event loop.
public protocol LiveConnection: AnyObject {
    func deliver(_ frame: OutboundFrame)
    /// A request of this connection is done; its answer is delivered next.
    func didAnswer()
    /// Ends the connection because its session has ended.
    func revoke()
    /// Called once after a batch of deliveries.
    func flush()
}
