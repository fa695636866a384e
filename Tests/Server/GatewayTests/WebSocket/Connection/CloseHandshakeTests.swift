import Testing

@testable import Gateway

@Suite struct CloseHandshakeTests {
    @Test func ourCloseWaitsForThePeers() {
        var handshake = CloseHandshake()
        #expect(handshake.closeRequested() == .sendClose)
        #expect(!handshake.isOpen)
        #expect(handshake.readsFrames)
        #expect(handshake.closeRequested() == .nothing)
        #expect(handshake.peerClosed(.normal) == .closeChannel)
        #expect(!handshake.readsFrames)
        #expect(handshake.ended() == .nothing)
    }

    @Test(arguments: [nil, .normal, WebSocketCloseCode(rawValue: 4711)])
    func peersCloseIsEchoed(_ code: WebSocketCloseCode?) {
        var handshake = CloseHandshake()
        #expect(handshake.peerClosed(code) == .sendCloseAndEnd(code))
        #expect(!handshake.readsFrames)
        #expect(handshake.closeRequested() == .nothing)
        #expect(handshake.ended() == .closeChannel)
        #expect(handshake.ended() == .nothing)
    }

    @Test func errorIsToldOnceAndOnlyBeforeOurClose() {
        var open = CloseHandshake()
        #expect(open.failed(.invalidPayload) == .sendCloseAndEnd(.invalidPayload))
        #expect(open.failed(.protocolError) == .nothing)

        var closing = CloseHandshake()
        _ = closing.closeRequested()
        #expect(closing.failed(.protocolError) == .closeChannel)
    }
}
