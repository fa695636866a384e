import NIOCore

extension WebSocketConnection {
    /// Starts the close handshake: queued frames are sent first, then the close frame. The channel closes when the peer
    /// answers, or after the timeout. The session is notified on the loop's next turn.
    ///
    /// - Parameter reason: for debugging; cut to 123 bytes.
    package func close(code: WebSocketCloseCode, reason: String = "") {
        eventLoop.assertInEventLoop()
        perform(handshake.closeRequested(), frame: ServerFrame.close(code, reason: reason))
    }

    /// The peer's close frame arrived.
    func peerClosed(_ payload: ByteBuffer) {
        do throws(WebSocketProtocolError) {
            let code = try ClosePayload.code(in: payload)
            peerCloseCode = code
            perform(handshake.peerClosed(code))
        } catch {
            fail(error)
        }
    }

    /// The peer violated the protocol.
    func fail(_ error: WebSocketProtocolError) { perform(handshake.failed(error)) }

    /// The peer ended its half of the stream, the socket failed, or the timeout passed.
    func end() { perform(handshake.ended()) }

    /// The channel is closed and unusable. The session is notified when the handler is removed, never within one of its
    /// own calls, although a failing write closes the channel immediately.
    func detach() {
        _ = handshake.ended()
        closeTimer?.cancel()
        closeTimer = nil
        drainTimer?.cancel()
        drainTimer = nil
        pause?.cancel()
        pause = nil
        context = nil
    }

    private func perform(_ action: CloseHandshake.Action, frame: ByteBuffer? = nil) {
        // Otherwise the peer's close frame would wait, too. One that has arrived is looked at within the call and closes the
        // channel, so what is to be sent goes first.
        defer { resumeReading() }
        switch action {
        case .nothing:
            return
        case .sendClose:
            if let frame { enqueue(frame) }
            flush()
            startCloseTimer()
        case .sendCloseAndEnd(let code):
            enqueue(ServerFrame.close(code))
            endStreamAfterFlush()
            startCloseTimer()
        case .closeChannel:
            context?.close(promise: nil)
        }
        // Deferred to the next turn, so that a session that closes isn't called back from within its own call.
        eventLoop.assumeIsolated().execute { self.finish() }
    }

    private func endStreamAfterFlush() {
        guard let context, let bytes = takeQueued() else { return }
        context.writeAndFlush(NIOAny(bytes)).assumeIsolated().whenSuccess {
            context.close(mode: .output).assumeIsolated().whenFailure { _ in self.end() }
        }
    }

    private func startCloseTimer() {
        closeTimer?.cancel()
        closeTimer = eventLoop.assumeIsolated().scheduleTask(in: closeTimeout) { self.end() }
    }
}
