/// Carries short messages between the servers that share a database.
///
/// Messages are hints. They may be lost, doubled or late, so whoever receives one reads what it's about, and whoever depends
/// on them also looks by itself now and then.
///
/// ```swift
/// bus.subscribe { message in print(message.count) }
/// bus.publish(Array("hello".utf8))
/// ```
public protocol EventBus: Sendable {
    /// Sends a message to every subscriber, this process's among them. Returns at once; what can't be sent is dropped.
    func publish(_ message: [UInt8])

    /// Has every message passed to `receive`, one after another, until the bus closes. `receive` must not block.
    func subscribe(_ receive: @escaping @Sendable ([UInt8]) -> Void)

    /// Sends what was published, as far as possible, and ends.
    func close() async
}
