import Domain
import EventBus
import NIOCore
import NIOEmbedded
import Testing

@testable import NATS

/// A connection by itself, with a clock of the test's.
@Suite struct NATSHandlerTests {
    private final class Heard {
        var isReady = false
        var messages: [String] = []
        var failure: String?
        var refusals: [String] = []
        var cluster: [String] = []
    }

    private static let info = "INFO {\"max_payload\":4096}\r\n"

    private func connect(_ address: String = "nats://user:pass@bus1") throws -> (EmbeddedChannel, Heard) {
        let (channel, heard) = (EmbeddedChannel(), Heard())
        let address = try NATSAddress(address)
        let handler = NATSHandler(address, server: address.servers[0], subject: "spotter.1") { event in
            switch event {
            case .ready: heard.isReady = true
            case .message(let message): heard.messages.append(String(decoding: message, as: UTF8.self))
            case .writable: break
            case .cluster(let places, _): heard.cluster = places
            case .refused(let reason): heard.refusals.append(reason)
            case .failed(let reason): heard.failure = reason
            }
        }
        try channel.pipeline.syncOperations.addHandler(handler)
        try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 4222)).wait()
        return (channel, heard)
    }

    private func sent(_ channel: EmbeddedChannel) throws -> String {
        var text = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
        return text
    }

    private func receive(_ text: String, _ channel: EmbeddedChannel) throws {
        try channel.writeInbound(ByteBuffer(string: text))
    }

    @Test func itGreetsSubscribesAndAnswers() throws {
        let (channel, heard) = try connect()
        #expect(try sent(channel).isEmpty, "the password isn't said before the server has greeted")
        try receive(Self.info, channel)
        let hello = try sent(channel)
        #expect(
            hello.hasPrefix("CONNECT {") && hello.contains("\"user\":\"user\"") && hello.contains("\"pass\":\"pass\"")
        )
        #expect(hello.hasSuffix("\r\nSUB spotter.1 1\r\nPING\r\n") && !heard.isReady)
        try receive("PONG\r\nPING\r\n", channel)
        #expect(heard.isReady)
        #expect(try sent(channel) == "PONG\r\n")
        let parts = MessageParts(sender: 7).cut(Array("hello you".utf8), number: 1, maxBytes: 5)
        for part in parts { try receive("MSG spotter.1 1 \(part.utf8.count)\r\n\(part)\r\n", channel) }
        #expect(parts.count == 2 && heard.messages == ["hello you"])
        _ = try channel.finish()
    }

    /// A server tells of its cluster in its greeting, and when that changes.
    @Test func theClusterIsHeardOf() throws {
        let (channel, heard) = try connect()
        try receive("INFO {\"connect_urls\":[\"10.0.0.1:4222\",\"[::1]:4223\"]}\r\nPONG\r\n", channel)
        #expect(heard.isReady && heard.cluster == ["10.0.0.1:4222", "[::1]:4223"])
        try receive("INFO {\"connect_urls\":[\"10.0.0.9:4222\"]}\r\n", channel)
        #expect(heard.isReady && heard.cluster == ["10.0.0.9:4222"])
        _ = try channel.finish()
    }

    @Test func aSilentServerIsGivenUp() throws {
        let (channel, heard) = try connect()
        channel.embeddedEventLoop.advanceTime(by: NATSHandler.patience)
        #expect(heard.failure == "it doesn't greet" && !channel.isActive)

        let (other, stalled) = try connect()
        try receive(Self.info + "PONG\r\n", other)
        #expect(stalled.isReady)
        other.embeddedEventLoop.advanceTime(by: NATSHandler.pingInterval)
        try receive("PONG\r\n", other)
        for _ in 0..<2 { other.embeddedEventLoop.advanceTime(by: NATSHandler.pingInterval) }
        #expect(stalled.failure == nil)
        other.embeddedEventLoop.advanceTime(by: NATSHandler.pingInterval)
        #expect(stalled.failure == "it doesn't answer any more" && !other.isActive)
    }

    @Test func refusalsAndNonsenseAreReported() throws {
        let (channel, heard) = try connect()
        try receive(Self.info + "-ERR 'Authorization Violation'\r\n", channel)
        #expect(heard.refusals == ["'Authorization Violation'"])
        try receive("HTTP/1.1 400 Bad Request\r\n", channel)
        #expect(heard.failure?.hasPrefix("it doesn't speak NATS") ?? false && !channel.isActive)
        try receive("PONG\r\n", channel)
        #expect(!heard.isReady)
    }

    /// Neither is the password sent unencrypted to a server that `tls://` names, nor is anything taken from before TLS.
    @Test(arguments: [
        ("INFO {}\r\n", "it offers no TLS"),
        ("INFO {\"tls_required\":true}\r\nPONG\r\n", "it sends more than its greeting"),
    ]) func tlsIsNotAvoided(greeting: String, reason: String) throws {
        let (channel, heard) = try connect("tls://user:pass@bus1")
        try receive(greeting, channel)
        #expect(heard.failure?.hasPrefix(reason) ?? false && !channel.isActive)
        #expect(try sent(channel).isEmpty)
    }

    /// It ends when the server has taken what was sent before, or after a second.
    @Test(arguments: [true, false]) func itEndsWhenEverythingIsSent(answers: Bool) throws {
        let (channel, _) = try connect()
        try receive(Self.info + "PONG\r\n", channel)
        _ = try sent(channel)
        channel.triggerUserOutboundEvent(NATSHandler.End(), promise: nil)
        #expect(try sent(channel) == "UNSUB 1\r\nPING\r\n" && channel.isActive)
        if answers {
            try receive("PONG\r\n", channel)
        } else {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        }
        #expect(!channel.isActive)
    }
}
