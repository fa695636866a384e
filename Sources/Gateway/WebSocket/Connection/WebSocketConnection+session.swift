import NIOCore

// What the session is told. The session is called with no access to this object's state under way, since it calls back.
extension WebSocketConnection {
    func open(_ session: any WebSocketSession) {
        self.session = session
        session.opened(self)
        flush()
    }

    func deliver(_ event: FragmentAssembler.Event) {
        if case .close(let payload) = event { return peerClosed(payload) }
        // After our close frame, the peer's is all that counts.
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

    /// A read burst is over, or the connection is.
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

    /// Tells the session that it's over, once. Messages that came before the end still get their `readBurstEnded`.
    func finish() {
        endBurst()
        session.take()?.closed()
    }
}
