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

    /// The server stops. Other servers may take the client on: then it's told to come back.
    func quiesce() {
        guard isOpen, drainTimer == nil else { return }
        guard drainSpread > .zero else { return leave(.goingAway, "server is shutting down") }
        let delay = TimeAmount.nanoseconds(.random(in: 0..<drainSpread.nanoseconds))
        drainTimer = eventLoop.assumeIsolated().scheduleTask(in: delay) {
            self.leave(.serviceRestart, "server is restarting; connect again")
        }
    }

    private func leave(_ code: WebSocketCloseCode, _ reason: String) {
        guard isOpen else { return }
        session?.quiesce()
        close(code: code, reason: reason)
    }

    /// Notifies the session of the end, once. Messages before the end still get their `readBurstEnded`.
    func finish() {
        endBurst()
        session.take()?.closed()
    }
}
