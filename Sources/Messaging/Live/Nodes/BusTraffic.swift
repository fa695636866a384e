/// How much other nodes say, and how much of it is for nobody here: what subjects by chats would spare this node.
package struct BusTraffic: Sendable, Equatable {
    /// Bytes of all messages.
    package private(set) var bytes = 0
    /// Bytes of messages that only tell of chats which none of this node's connections is in.
    package private(set) var unneededBytes = 0

    mutating func heard(_ count: Int, isNeeded: Bool) {
        bytes &+= count
        if !isNeeded { unneededBytes &+= count }
    }
}
