import NIOCore
import NIOPosix
import ServerHarness
import TestSupport
import Testing

@Suite(.standardTimeLimit) struct TCPRelayTests {
    /// - Parameter body: gets a relay to a server that says what it hears.
    private static func withRelay(_ body: (TCPRelay, inout Heard) async throws -> Void) async throws {
        let (bytes, heard) = AsyncStream<UInt8?>.makeStream()
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { $0.pipeline.addHandler(Ear(heard, echoes: true)) }
            .bind(host: "127.0.0.1", port: 0).get()
        let relay = try await TCPRelay.start(to: .port(server.localAddress?.port ?? 0))
        var all = Heard(bytes)
        try await body(relay, &all)
        try await relay.close()
        try await server.close()
    }

    @Test func passesBytesBothWays() async throws {
        try await Self.withRelay { relay, heard in
            var client = try await Client(relay)
            #expect(try await client.isEchoed("a"))
            #expect(await heard.next() == Character("a").asciiValue)
            #expect(try await relay.connections == 1)
        }
    }

    @Test func cutEndsConnectionsOldAndNew() async throws {
        try await Self.withRelay { relay, _ in
            var old = try await Client(relay)
            #expect(try await old.isEchoed("a"))
            try await relay.set(.cut)
            #expect(await old.heard.next() == nil)
            var new = try await Client(relay)
            #expect(await new.heard.next() == nil)
            try await relay.set(.open)
            var next = try await Client(relay)
            #expect(try await next.isEchoed("b"))
            #expect(try await relay.connections == 3)
        }
    }

    @Test func nothingPassesWhileStalled() async throws {
        try await Self.withRelay { relay, heard in
            var client = try await Client(relay)
            #expect(try await client.isEchoed("a"))
            #expect(await heard.next() == Character("a").asciiValue)
            try await relay.set(.stalled)
            try await client.send("b")
            // By then the relay would have seen it: it asks for bytes before it answers.
            _ = try await relay.connections
            try await relay.set(.cut)
            #expect(await heard.next() == nil)
            #expect(await client.heard.next() == nil)
        }
    }

    @Test func whatIsUnderwayPassesLater() async throws {
        try await Self.withRelay { relay, _ in
            var old = try await Client(relay)
            #expect(try await old.isEchoed("a"))
            try await relay.set(.stalled)
            try await old.send("b")
            var new = try await Client(relay)
            try await new.send("c")
            try await relay.set(.open)
            #expect(await old.heard.next() == Character("b").asciiValue)
            #expect(await new.heard.next() == Character("c").asciiValue)
        }
    }

    @Test func answersStallOnTheirOwn() async throws {
        try await Self.withRelay { relay, heard in
            var old = try await Client(relay)
            #expect(try await old.isEchoed("a"))
            #expect(await heard.next() == Character("a").asciiValue)
            try await relay.stallConnections(.answers)
            try await old.send("b")
            #expect(await heard.next() == Character("b").asciiValue)
            var new = try await Client(relay)
            #expect(try await new.isEchoed("c"))
            try await relay.set(.cut)
            #expect(await old.heard.next() == nil)
        }
    }

    @Test func aServerThatIsGoneHangsUp() async throws {
        try await Self.withRelay { relay, _ in
            let nowhere = try await TCPRelay.start(to: .socket(path: "/nonexistent/socket"))
            var client = try await Client(nowhere)
            #expect(await client.heard.next() == nil)
            try await nowhere.close()
        }
    }
}

/// The bytes of connections; `nil` at the end of each.
private struct Heard {
    private var bytes: AsyncStream<UInt8?>.Iterator

    init(_ bytes: AsyncStream<UInt8?>) { self.bytes = bytes.makeAsyncIterator() }

    mutating func next() async -> UInt8? { await bytes.next(isolation: #isolation) ?? nil }
}

private struct Client {
    var heard: Heard
    private let channel: any Channel

    init(_ relay: TCPRelay) async throws {
        let (bytes, heard) = AsyncStream<UInt8?>.makeStream()
        self.heard = Heard(bytes)
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { $0.pipeline.addHandler(Ear(heard, echoes: false)) }
            .connect(host: "127.0.0.1", port: relay.port).get()
    }

    func send(_ text: String) async throws { try await channel.writeAndFlush(ByteBuffer(string: text)) }

    /// - Parameter text: a single character.
    mutating func isEchoed(_ text: Character) async throws -> Bool {
        try await send(String(text))
        return await heard.next() == text.asciiValue
    }
}

private final class Ear: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let heard: AsyncStream<UInt8?>.Continuation
    private let echoes: Bool

    init(_ heard: AsyncStream<UInt8?>.Continuation, echoes: Bool) { (self.heard, self.echoes) = (heard, echoes) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        for byte in unwrapInboundIn(data).readableBytesView { heard.yield(byte) }
        if echoes { context.writeAndFlush(data, promise: nil) }
    }

    func channelInactive(context: ChannelHandlerContext) { heard.yield(nil) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
