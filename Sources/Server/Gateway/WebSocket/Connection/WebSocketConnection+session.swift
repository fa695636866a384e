import NIOCore

// Calls to the session. They happen outside any exclusive access to this object's state, because the session calls
// back.
extension WebSocketConnection {
    func open(_ session: any WebSocketSession) {
        self.session = session
        session.opened(self)
        flush()
    }

    func deliver(_ event: FragmentAssembler.Event) {
        if case .close(let payload) = event { return peerClosed(payload) }
        // After the server's close frame, only the peer's close frame matters.
        guard isOpen else { return }
        switch event {
        case .text(let text):
            isInBurst = true
            session?.received(text: text)
        case .binary(let bytes):
            isInBurst = true
            session?.received(binary: bytes)
        case .ping(let payload):
            send(frame: ServerFrame.pong(payload))
        case .pong, .close:
            break
        }
    }

    /// A read burst or the connection has ended.
    func endBurst() {
        guard isInBurst else { return }
        isInBurst = false
        session?.readBurstEnded()
    }

    func quiesce() {
        guard isOpen else { return }
        session?.quiesce()
        close(code: .goingAway, reason: "server is shutting down")
    }

    /// Notifies the session of the end, once. Messages before the end still get their `readBurstEnded`.
    func finish() {
        endBurst()
        session.take()?.closed()
    }
}
