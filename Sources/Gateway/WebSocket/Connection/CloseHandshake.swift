/// How a connection ends (RFC 6455, section 7): who said what, and what is to be done next. Knows no channel.
///
/// The server ends its half of the stream after both close frames, and keeps reading until the peer ends the other half:
/// closing a socket with unread bytes would reset it, and the peer would lose the close frame.
struct CloseHandshake {
    enum State: Equatable {
        case open
        /// Our close frame is out, the peer's isn't in yet.
        case awaitingPeer
        /// Nothing more is sent; what arrives is dropped.
        case draining
        case closed
    }

    enum Action: Equatable {
        case nothing
        /// Send a close frame, go on reading until the peer's comes or time is up.
        case sendClose
        /// Send a close frame, end our half of the stream, drop what comes until the peer ends its half or time is up.
        case sendCloseAndEnd(WebSocketCloseCode?)
        case closeChannel
    }

    private(set) var state = State.open

    var isOpen: Bool { state == .open }
    /// Whether bytes from the peer are still parsed.
    var readsFrames: Bool { state == .open || state == .awaitingPeer }

    /// Our side wants to close.
    mutating func closeRequested() -> Action {
        guard state == .open else { return .nothing }
        state = .awaitingPeer
        return .sendClose
    }

    /// The peer's close frame came; a well-formed one, with this code. It is echoed.
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

    /// The peer broke the protocol.
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

    /// The peer ended its half of the stream, the socket failed, or time is up.
    mutating func ended() -> Action {
        guard state != .closed else { return .nothing }
        state = .closed
        return .closeChannel
    }
}
