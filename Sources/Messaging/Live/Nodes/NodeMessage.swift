import Domain
import Foundation
import Messaging
import NIOCore
import SpotterAPI

/// What a node tells the others over the bus, as JSON.
struct NodeMessage: Codable, Sendable, Equatable {
    /// A chat has changed. Whoever has connections of its members reads what.
    struct ChatHint: Codable, Sendable, Equatable {
        let chat: ChatID
        /// The positions of the first and the last change.
        var from: Int64
        var to: Int64
        /// Whether somebody has joined or left.
        var members: Bool
    }

    /// A frame that carries no stored change, for all connections of users.
    struct Frame: Codable, Sendable, Equatable {
        let bytes: Data
        var scope: KeyScope?
        var passes: Bool
        let users: [UserID]
        /// The chat whose members they are, at its position `seq`, if it's for them as such.
        var chat: ChatID?
        var seq: Int64?
        var typing: Typing?
    }

    /// What a frame says of somebody typing, for nodes on which its users ask instead of holding a socket.
    struct Typing: Codable, Sendable, Equatable {
        let chat: ChatID
        let user: UserID
        /// How long it lasts unless more is heard of it; 0 if it has ended.
        let milliseconds: Int
    }

    /// Sessions that have ended: those of a user if none is named.
    struct Ended: Codable, Sendable, Equatable {
        var user: UserID?
        var sessions: [SessionID]?
    }

    /// A user's presence on the node that says so.
    struct Presence: Codable, Sendable, Equatable {
        let user: UserID
        let status: PresenceStatus
        /// The chat that a device shows.
        var view: ChatID?
        /// Whether the user isn't expected back soon.
        var left: Bool?
    }

    /// Distinguishes the nodes; a new one for each start.
    let node: String
    /// Counts a node's messages, so that others notice when they have missed one.
    let number: Int64
    var chats: [ChatHint]?
    var frames: [Frame]?
    var ended: [Ended]?
    /// Users who may see others differently, or be seen by them.
    var visible: [UserID]?
    var presence: [Presence]?
    /// Answers of the assistant that are to be stopped where they are generated.
    var stops: [TurnID]?
    /// Whether it's the node's first message, or its last.
    var begins: Bool?
    var ends: Bool?

    init(node: String, number: Int64) { (self.node, self.number) = (node, number) }

    /// Whether it only says which chats have changed.
    var isOfChatsOnly: Bool {
        guard chats != nil, frames == nil, ended == nil, visible == nil, presence == nil, stops == nil else {
            return false
        }
        return begins == nil && ends == nil
    }

    /// `nil` if it's something else.
    init?(bytes: [UInt8]) {
        guard let message = try? JSONDecoder().decode(NodeMessage.self, from: Data(bytes)) else { return nil }
        self = message
    }

    /// Strings, numbers and lists of them, which can always be encoded.
    var bytes: [UInt8] { (try? JSONEncoder().encode(self)).map(Array.init) ?? [] }
}

extension NodeMessage.Frame {
    init(
        _ frame: OutboundFrame,
        about position: ChangePosition? = nil,
        typing: NodeMessage.Typing? = nil,
        to users: [UserID]
    ) {
        self.init(
            bytes: Data(frame.bytes.readableBytesView),
            scope: frame.scope,
            passes: frame.isEphemeral,
            users: users,
            chat: position?.chatId,
            seq: position?.seq,
            typing: typing
        )
    }

    var addressed: AddressedFrame {
        let frame = OutboundFrame(bytes: ByteBuffer(bytes: bytes), isEphemeral: passes, scope: scope)
        let about = chat.flatMap { chat in seq.map { ChangePosition(chatId: chat, seq: $0) } }
        return AddressedFrame(frame: frame, address: .users(users, except: nil), about: about)
    }
}
