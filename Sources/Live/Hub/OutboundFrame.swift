public import Domain
public import Messaging
public import NIOCore

/// A whole frame on its way to connections, encoded once and shared by all who receive it.
public struct OutboundFrame: Sendable {
    public let bytes: ByteBuffer
    /// Where the durable change that it carries stands; `nil` for what takes no position.
    public let position: ChangePosition?
    /// Whether it matters only at this moment (typing, presence) and may be dropped for a slow client. Everything else
    /// arrives, or the connection ends.
    public let isEphemeral: Bool
    private let admission: Admission

    public init(
        bytes: ByteBuffer,
        position: ChangePosition? = nil,
        isEphemeral: Bool = false,
        admission: Admission = .nobody
    ) {
        self.bytes = bytes
        self.position = position
        self.isEphemeral = isEphemeral
        self.admission = admission
    }

    /// Whether the change brings `user` into its chat.
    public func admits(_ user: UserID) -> Bool {
        switch admission {
        case .nobody: false
        case .one(let one): one == user
        case .everyone: true
        }
    }
}

/// A frame with its recipients.
struct AddressedFrame: Sendable {
    enum Address: Sendable {
        case users([UserID], except: ConnectionID?)
        case connection(ConnectionID)
        /// The connection whose request the frame answers.
        case requester(ConnectionID)
    }

    let frame: OutboundFrame
    let address: Address
}
