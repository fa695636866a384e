/// Identifies an open connection of this process.
public struct ConnectionID: Sendable, Hashable {
    package let value: UInt64
    /// The event loop to which the connection belongs.
    package let loop: ObjectIdentifier

    package init(value: UInt64, loop: ObjectIdentifier) {
        self.value = value
        self.loop = loop
    }
}
