import NIOCore
import NIOEmbedded
import Testing

@testable import Gateway

/// However many connections ask over HTTP at once, an event loop sets up a few in a millisecond.
@Suite struct HTTPSetupQueueTests {
    private let loop = EmbeddedEventLoop()
    private let installed = Installed()

    /// The connections that were set up, in their order, with what they were given.
    private final class Installed {
        var names: [String] = []
        var bytes: [String: String] = [:]
        var hasEnded: Set<String> = []
        var deadlines: [String: NIODeadline] = [:]
    }

    /// Stands for the HTTP pipeline.
    private final class Recorder: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let name: String
        private let installed: Installed

        init(_ name: String, _ installed: Installed) { (self.name, self.installed) = (name, installed) }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            installed.bytes[name, default: ""] += String(buffer: unwrapInboundIn(data))
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event as? ChannelEvent == .inputClosed { installed.hasEnded.insert(name) }
        }
    }

    private static let direct = FastUpgrade(path: "/socket") { _, _, _ in .ordinary }

    private func connect(_ name: String, from address: String = "203.0.113.7") throws -> EmbeddedChannel {
        let installed = installed
        let channel = EmbeddedChannel(loop: loop)
        let handler = FastUpgradeHandler(configuration: WebSocketConfiguration(), direct: Self.direct) { deadline in
            installed.names.append(name)
            installed.deadlines[name] = deadline
            try channel.pipeline.syncOperations.addHandler(Recorder(name, installed))
        }
        try channel.pipeline.syncOperations.addHandler(handler)
        try channel.connect(to: SocketAddress(ipAddress: address, port: 1)).wait()
        return channel
    }

    private func ask(_ name: String, from address: String = "203.0.113.7") throws -> EmbeddedChannel {
        let channel = try connect(name, from: address)
        try channel.writeInbound(ByteBuffer(string: "GET /"))
        return channel
    }

    private func reads(_ channel: EmbeddedChannel) -> Bool {
        channel.options.last { $0.option is ChannelOptions.Types.AutoReadOption }?.value as? Bool ?? true
    }

    @Test func connectionsThatComeAtOnceAreSetUpOneByOne() throws {
        let channels = try (0..<20).map { try ask("\($0)") }
        #expect(installed.names == (0..<8).map { "\($0)" }, "as many as a browser opens, at once")
        #expect(HTTPSetupQueue.of(loop).count == 12 && reads(channels[7]) && !reads(channels[8]))
        loop.advanceTime(by: .milliseconds(1))
        #expect(installed.names.count == 9 && reads(channels[8]) && !reads(channels[9]))
        loop.advanceTime(by: .milliseconds(4))
        #expect(installed.names.count == 13)
        loop.advanceTime(by: .milliseconds(7))
        #expect(installed.names == (0..<20).map { "\($0)" })
        // After a while of rest, several at once again.
        loop.advanceTime(by: .milliseconds(100))
        let later = try (20..<24).map { try ask("\($0)") }
        #expect(installed.names.count == 24)
        for channel in channels + later { _ = try channel.finish(acceptAlreadyClosed: true) }
    }

    /// Those of one address delay another's by one.
    @Test func addressesTakeTurns() throws {
        let many = try (0..<100).map { try ask("many \($0)") }
        let other = try ask("other", from: "198.51.100.9")
        loop.advanceTime(by: .milliseconds(2))
        #expect(installed.names.contains("other") && installed.names.count == 10)
        for channel in many + [other] { _ = try channel.finish(acceptAlreadyClosed: true) }
    }

    /// What a client sends while it waits isn't lost, nor is its end, and the wait isn't its time.
    @Test func nothingOfARequestIsLost() throws {
        let before = try (0..<11).map { try ask("\($0)") }
        let channel = try ask("slow")
        try channel.writeInbound(ByteBuffer(string: "v1/me"))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(channel.isActive && installed.bytes["slow"] == nil)
        let begin = loop.now
        loop.advanceTime(by: .milliseconds(4))
        #expect(installed.bytes["slow"] == "GET /v1/me" && installed.hasEnded == ["slow"])
        #expect(installed.deadlines["slow"] == begin + .milliseconds(4) + WebSocketConfiguration().firstRequestTimeout)
        try channel.writeInbound(ByteBuffer(string: " HTTP/1.1"))
        #expect(installed.bytes["slow"] == "GET /v1/me HTTP/1.1")
        for channel in before + [channel] { _ = try channel.finish(acceptAlreadyClosed: true) }
    }

    /// Connections that end while they wait take nobody's turn.
    @Test func whoHasLeftIsSkipped() throws {
        let channels = try (0..<50).map { try ask("\($0)") }
        // `finish` would run what is set for later.
        for channel in channels.dropFirst(8) { channel.close(promise: nil) }
        loop.run()
        let last = try ask("last")
        loop.advanceTime(by: .milliseconds(1))
        #expect(installed.names.count == 9 && installed.names.last == "last")
        for channel in channels + [last] { _ = try channel.finish(acceptAlreadyClosed: true) }
    }
}
