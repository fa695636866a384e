import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import Testing

@testable import Gateway

/// What HTTP/1.1 asks of a request beyond its syntax.
@Suite struct RequestRulesTests {
    private func channel() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try HTTPPipeline.addCodecs(to: channel.pipeline.syncOperations, configuration: WebSocketConfiguration())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private func isRead(_ head: String) throws -> Bool {
        let channel = try channel()
        do {
            try channel.writeInbound(ByteBuffer(string: head + "\r\n\r\n"))
        } catch is HTTPParserError {
            return false
        }
        return try channel.readInbound(as: HTTPRequestPart.self) != nil
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: a.example:8080", true), ("GET / HTTP/1.1\r\nHost: [::1]:8080", true),
        ("GET / HTTP/1.1\r\nHost:", true), ("GET / HTTP/1.0", true), ("GET / HTTP/1.1", false),
        ("GET / HTTP/1.1\r\nHost: a\r\nHost: a", false), ("GET / HTTP/1.1\r\nHost: a\r\nX: y\r\nhost: b", false),
        ("GET / HTTP/1.0\r\nHost: a\r\nHost: b", false), ("GET / HTTP/1.1\r\nHost: a, b", false),
        ("GET / HTTP/1.1\r\nHost: a/b", false), ("GET / HTTP/1.1\r\nHost: a b", false),
        ("GET / HTTP/1.1\r\nHost: user@a", false), ("GET / HTTP/1.1\r\nHost: a#b", false),
    ])
    func hostIsGivenOnce(head: String, isValid: Bool) throws { #expect(try isRead(head) == isValid) }

    private static let upload = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n"

    private func output(of channel: EmbeddedChannel) throws -> String {
        var text = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
        return text
    }

    private func answer(_ status: HTTPResponse.Status, on channel: EmbeddedChannel) throws {
        try channel.writeOutbound(
            HTTPResponsePart.head(HTTPResponse(status: status, headerFields: [.contentLength: "0"]))
        )
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    @Test func routeThatReadsTheBodyLetsItCome() throws {
        let channel = try channel()
        try channel.writeInbound(ByteBuffer(string: Self.upload))
        #expect(try output(of: channel).isEmpty, "a refusal is still possible")
        for _ in 0..<2 { channel.triggerUserOutboundEvent(RequestRules.ContinueEvent(), promise: nil) }
        #expect(try output(of: channel) == "HTTP/1.1 100 Continue\r\n\r\n")
        try channel.writeInbound(ByteBuffer(string: "ok"))
        try answer(.ok, on: channel)
        let text = try output(of: channel)
        #expect(text.hasPrefix("HTTP/1.1 200 OK") && !text.lowercased().contains("close"))
        #expect(channel.isActive)
    }

    @Test func refusalEndsTheConnectionInsteadOfReadingTheBody() throws {
        let channel = try channel()
        try channel.writeInbound(ByteBuffer(string: Self.upload))
        try answer(.unauthorized, on: channel)
        #expect(try output(of: channel).lowercased().contains("connection: close"))
        #expect(!channel.isActive)
    }

    @Test func clientThatDoesNotWaitGetsNo100() throws {
        let channel = try channel()
        try channel.writeInbound(ByteBuffer(string: Self.upload + "ok"))
        channel.triggerUserOutboundEvent(RequestRules.ContinueEvent(), promise: nil)
        try answer(.ok, on: channel)
        #expect(try output(of: channel).hasPrefix("HTTP/1.1 200 OK"))
        #expect(channel.isActive)
    }

    /// The event belongs to the request that is being answered, not to the one that came last.
    @Test func pipelinedRequestsKeepTheirOrder() throws {
        let channel = try channel()
        try channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n\r\n" + Self.upload))
        channel.triggerUserOutboundEvent(RequestRules.ContinueEvent(), promise: nil)
        #expect(try output(of: channel).isEmpty)
        try answer(.ok, on: channel)
        _ = try output(of: channel)
        channel.triggerUserOutboundEvent(RequestRules.ContinueEvent(), promise: nil)
        #expect(try output(of: channel).hasPrefix("HTTP/1.1 100"))
    }
}
