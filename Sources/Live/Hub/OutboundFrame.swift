public import Domain
public import NIOCore

/// Bytes on their way to connections: a whole frame, encoded once and shared by all who get it.
public struct Delivery: Sendable {
    public let frame: ByteBuffer
    /// Where the durable change that it tells of stands; nothing for what takes no position.
    public let position: Position?
    /// Only matters at this moment (typing, presence): may be dropped for a client that is slow. Everything else arrives,
    /// or the connection ends.
    public let isEphemeral: Bool
    /// Whom the change brings into the chat: what follows there is theirs, whatever they knew of it before.
    let admits: Admission

    enum Admission: Sendable, Hashable {
        case nobody, one(UserID), everyone
    }

    public func admits(_ user: UserID) -> Bool {
        switch admits {
        case .nobody: false
        case .one(let one): one == user
        case .everyone: true
        }
    }

    public struct Position: Sendable, Hashable {
        public let chatId: ChatID
        public let seq: Int64

        public init(chatId: ChatID, seq: Int64) {
            self.chatId = chatId
            self.seq = seq
        }
    }

    public init(frame: ByteBuffer, position: Position? = nil) {
        self.init(frame: frame, position: position, admits: .nobody)
    }

    init(frame: ByteBuffer, position: Position?, isEphemeral: Bool = false, admits: Admission) {
        self.frame = frame
        self.position = position
        self.isEphemeral = isEphemeral
        self.admits = admits
    }
}

/// One open connection of a user, as the Hub sees it. Called on the connection's event loop only.
public protocol LiveConnection: AnyObject {
    func deliver(_ delivery: Delivery)
    /// A request of this connection is done; its answer is delivered next.
    func answered()
    /// Ends the connection because its rights have ended.
    func revoke()
    /// Called once after a batch of deliveries.
    func flush()
}

/// Names a connection within this process.
public struct ConnectionID: Sendable, Hashable {
    let value: UInt64
    let loop: ObjectIdentifier
}
