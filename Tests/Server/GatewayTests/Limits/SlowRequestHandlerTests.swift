import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import Gateway

/// Slowloris: heads and bodies that come drop by drop.
@Suite struct SlowRequestHandlerTests {
    private func channel() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try HTTPPipeline.addCodecs(to: channel.pipeline.syncOperations, configuration: WebSocketConfiguration())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private func receive(_ text: String, on channel: EmbeddedChannel) throws {
        try channel.writeInbound(ByteBuffer(string: text))
        // As a real channel does by itself.
        channel.read()
    }

    @Test func aHeadHasTenSeconds() throws {
        let channel = try channel()
        for byte in "GET / HTTP" {
            try receive(String(byte), on: channel)
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(990))
            #expect(channel.isActive)
        }
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(100))
        #expect(!channel.isActive)
    }

    @Test func soDoesTheHeadOfALaterRequest() throws {
        let channel = try channel()
        try receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n", on: channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(30))
        #expect(channel.isActive, "between requests there's no hurry")
        try receive("GET / HT", on: channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(10))
        #expect(!channel.isActive)
    }

    @Test func aBodyHasToGoOn() throws {
        let channel = try channel()
        try receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n", on: channel)
        for _ in 0..<10 {
            try receive(String(repeating: "x", count: 1024), on: channel)
            channel.embeddedEventLoop.advanceTime(by: .seconds(9))
            #expect(channel.isActive)
        }
        for _ in 0..<30 where channel.isActive {
            try receive("x", on: channel)
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        }
        #expect(!channel.isActive)
    }

    @Test func aWholeRequestNeedsNoTimer() throws {
        let channel = try channel()
        try receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok", on: channel)
        channel.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(channel.isActive)
    }
}
