/// Messages of a bus that wait to be sent. Those for which there is no room are dropped.
package struct Outbox: Sendable {
    static let maxMessages = 4096
    static let maxBytes = 16 << 20

    private var messages: [[UInt8]] = []
    private var bytes = 0

    package init() {}

    package var isEmpty: Bool { messages.isEmpty }

    /// - Returns: whether there was room. Where nothing waits there is, however long the message is.
    package mutating func add(_ message: [UInt8]) -> Bool {
        guard messages.count < Self.maxMessages, messages.isEmpty || message.count <= Self.maxBytes - bytes else {
            return false
        }
        messages.append(message)
        bytes += message.count
        return true
    }

    /// Empties the outbox.
    /// - Returns: what was in it.
    package mutating func take() -> [[UInt8]] {
        defer { (messages, bytes) = ([], 0) }
        return messages
    }
}
