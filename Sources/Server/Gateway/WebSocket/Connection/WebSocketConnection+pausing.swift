package import NIOCore

extension WebSocketConnection {
    /// Reads nothing more for a while, so that what the peer writes waits on its own side. What has arrived is looked at
    /// afterwards. While it pauses, a further call changes nothing.
    package func pauseReading(for time: TimeAmount) {
        eventLoop.assertInEventLoop()
        guard isOpen, pause == nil, let options = context?.channel.syncOptions else { return }
        do {
            try options.setOption(.autoRead, value: false)
        } catch {
            // The channel has just closed.
            return
        }
        pause = eventLoop.assumeIsolated().scheduleTask(in: time) { self.resumeReading() }
    }

    func resumeReading() {
        guard let paused = pause.take() else { return }
        paused.cancel()
        // It fails only for a closed channel, which reads nothing more.
        try? context?.channel.syncOptions?.setOption(.autoRead, value: true)
        context?.pipeline.fireUserInboundEventTriggered(WebSocketHandler.ReadOn())
    }

    /// Whether nothing is read for now.
    var isPaused: Bool { pause != nil }
}
