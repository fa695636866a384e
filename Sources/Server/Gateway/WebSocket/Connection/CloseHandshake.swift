/// The state machine of a connection's end (RFC 6455, section 7). It has no access to the channel.
///
/// After both close frames, the server ends its half of the stream and keeps reading until the peer ends the other
/// half. Closing a socket with unread bytes would reset it, and the peer would lose the close frame.
struct CloseHandshake {
    enum State: Equatable {
        case open
        /// The server's close frame is sent; the peer's hasn't arrived.
        case awaitingPeer
        /// Nothing more is sent; input is discarded.
        case draining
        case closed
    }

    enum Action: Equatable {
        case nothing
        /// Send a close frame and keep reading until the peer's arrives or the timeout passes.
        case sendClose
        /// Send a close frame, end the server's half of the stream, and discard input until the peer ends its half or
        /// the timeout passes.
        case sendCloseAndEnd(WebSocketCloseCode?)
        case closeChannel
    }

    private(set) var state = State.open

    var isOpen: Bool { state == .open }
    /// Whether input is still parsed.
    var readsFrames: Bool { state == .open || state == .awaitingPeer }

    /// The server wants to close.
    mutating func closeRequested() -> Action {
        guard state == .open else { return .nothing }
        state = .awaitingPeer
        return .sendClose
    }

    /// The peer's close frame arrived, well-formed and with this code. The code is echoed.
    mutating func peerClosed(_ code: WebSocketCloseCode?) -> Action {
        switch state {
        case .open:
            state = .draining
            return .sendCloseAndEnd(code)
        case .awaitingPeer:
            state = .closed
            return .closeChannel
        case .draining, .closed:
            return .nothing
        }
    }

    /// The peer violated the protocol.
    mutating func failed(_ error: WebSocketProtocolError) -> Action {
        switch state {
        case .open:
            state = .draining
            return .sendCloseAndEnd(error.closeCode)
        case .awaitingPeer:
            state = .closed
            return .closeChannel
        case .draining, .closed:
            return .nothing
        }
    }

    /// The peer ended its half of the stream, the socket failed, or the timeout passed.
    mutating func ended() -> Action {
        guard state != .closed else { return .nothing }
        state = .closed
        return .closeChannel
    }
}
