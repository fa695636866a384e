public import Domain
public import Messaging
public import NIOCore

/// A complete outgoing frame, encoded once and shared by all recipients.
public struct OutboundFrame: Sendable {
    public let bytes: ByteBuffer
    /// The position of the durable change that it carries; `nil` if it carries none.
    public let position: ChangePosition?
    /// Whether the frame is only relevant now (typing, presence) and may be dropped for a slow client. All other frames
    /// are delivered, or the connection closes.
    public let isEphemeral: Bool
    private let admission: Admission
    /// Whether it's about a membership of its recipients that has ended since. Connections that don't know of it aren't told of
    /// its end, or of what was before it.
    public let isOfEndedMembership: Bool
    /// What an API key needs to be sent this; `nil` for what every connection may have.
    public let scope: KeyScope?

    public init(
        bytes: ByteBuffer,
        position: ChangePosition? = nil,
        isEphemeral: Bool = false,
        admission: Admission = .nobody,
        isOfEndedMembership: Bool = false,
        scope: KeyScope? = nil
    ) {
        self.scope = scope
        self.isOfEndedMembership = isOfEndedMembership
        self.bytes = bytes
        self.position = position
        self.isEphemeral = isEphemeral
        self.admission = admission
    }

    /// Whether the change adds `user` to its chat.
    public func admits(_ user: UserID) -> Bool {
        switch admission {
        case .nobody, .parting, .partingOfAll: false
        case .one(let one): one == user
        case .everyone: true
        }
    }

    /// Whether the change ends the membership of `user`, to whom it's told, in its chat.
    public func dismisses(_ user: UserID) -> Bool { admission == .parting(user) || admission == .partingOfAll }
}

/// A frame with its recipients. A class, because every event loop goes through all of them: copies would cost more than the
/// deliveries.
final class AddressedFrame: Sendable {
    enum Address: Sendable {
        case users([UserID], except: ConnectionID?)
        case everybody
        case connection(ConnectionID)
        /// The connection whose request the frame answers.
        case requester(ConnectionID)
    }

    let frame: OutboundFrame
    let address: Address
    /// Where its recipients are the chat's members, of a frame without a position that another node has forwarded.
    let about: ChangePosition?

    init(frame: OutboundFrame, address: Address, about: ChangePosition? = nil) {
        self.frame = frame
        self.address = address
        self.about = about
    }
}
