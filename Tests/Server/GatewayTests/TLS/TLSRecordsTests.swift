import NIOCore
import NIOEmbedded
import NIOSSL
import Testing

@testable import Gateway

@Suite struct TLSRecordsTests {
    private func channel() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: TLSRecords())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    /// What the handler in front has let through.
    private func sent(_ channel: EmbeddedChannel) throws -> [Int] {
        var sizes: [Int] = []
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { sizes.append(bytes.readableBytes) }
        return sizes
    }

    @Test func littleWaitsForTheFlush() throws {
        let channel = try channel()
        channel.write(ByteBuffer(repeating: 1, count: 1000), promise: nil)
        #expect(try sent(channel) == [])
        channel.flush()
        #expect(try sent(channel) == [1000])
    }

    @Test func aRecordsWorthDoesNotWait() throws {
        let channel = try channel()
        for _ in 0..<17 { channel.write(ByteBuffer(repeating: 1, count: 1024), promise: nil) }
        #expect(try sent(channel) == Array(repeating: 1024, count: 16))
        channel.flush()
        #expect(try sent(channel) == [1024])
    }

    @Test func muchIsCutIntoRecords() throws {
        let channel = try channel()
        let written = channel.eventLoop.makePromise(of: Void.self)
        channel.writeAndFlush(ByteBuffer(repeating: 1, count: 40_000), promise: written)
        #expect(try sent(channel) == [16_384, 16_384, 7232])
        try written.futureResult.wait()
    }

    @Test func failuresEndTheConnectionSilently() throws {
        let channel = try channel()
        channel.pipeline.fireErrorCaught(NIOSSLError.handshakeFailed(.noError))
        #expect(!channel.isActive)
        try channel.throwIfErrorCaught()
        #expect(try sent(channel) == [])
    }

    @Test func aMissingGoodbyeIsNoFailure() throws {
        let channel = try channel()
        channel.pipeline.fireErrorCaught(NIOSSLError.uncleanShutdown)
        #expect(channel.isActive)
        try channel.throwIfErrorCaught()
    }
}
