import NIOCore
import TestSupport
import Testing

@testable import Gateway

@Suite(.standardTimeLimit) struct WebSocketEndLiveTests {
    @Test(arguments: [false, true])
    func shutdownSaysGoodbye(afterPlain: Bool) async throws {
        try await LiveServer.with { server in
            try await RawClient.with(server) { client in
                try await connect(&client, afterPlain: afterPlain)
                await server.shutDown()
                #expect(try await client.frame() == .text("goodbye"))
                #expect(try await client.frame()?.closeCode == 1001)
                try await client.send(.close(1001))
                #expect(try await client.isEnded())
            }
        }
    }

    /// The server would never end if it waited for such clients without limit.
    @Test func shutdownWaitsOnlySoLong() async throws {
        var configuration = WebSocketConfiguration()
        // Short, since what the server has sent before it is read after it, too.
        configuration.closeTimeout = .milliseconds(50)
        try await LiveServer.with(configuration: configuration) { server in
            try await RawClient.with(server) { client in
                try await connect(&client)
                await server.shutDown()
                #expect(try await client.frame() == .text("goodbye"))
                #expect(try await client.frame()?.closeCode == 1001)
                #expect(try await client.isEnded())
            }
        }
    }

    @Test(arguments: [false, true])
    func endsWithThePeersHalf(afterPlain: Bool) async throws {
        try await LiveServer.with { server in
            try await RawClient.with(server) { client in
                try await connect(&client, afterPlain: afterPlain)
                client.endStream()
                #expect(try await client.isEnded())
            }
        }
    }

    /// The close frame must arrive although the server left most of the message unread: a reset would swallow it.
    @Test func tellsThatAMessageIsTooBig() async throws {
        try await LiveServer.with { server in
            try await RawClient.with(server) { client in
                try await connect(&client)
                try await client.send(.text(String(repeating: "x", count: 4_000_000)))
                #expect(try await client.frame()?.closeCode == 1009)
            }
        }
    }

    /// The client doesn't read while the server floods it: the server gives up at its limit, and says why.
    @Test func cutsOffASlowReader() async throws {
        try await LiveServer.with { server in
            try await RawClient.with(server) { client in
                try await client.upgrade("/flood")
                #expect(try await client.response()?.status == 101)
                var last: SentFrame?
                while let frame = try await client.frame() {
                    last = frame
                    if frame.closeCode != nil { try await client.send(.close(4008)) }
                }
                #expect(last?.closeCode == 4008)
            }
        }
    }

    private func connect(_ client: inout RawClient, afterPlain: Bool = false) async throws {
        if afterPlain {
            try await client.request("GET /plain")
            _ = try await client.response()
        }
        try await client.upgrade()
        #expect(try await client.response()?.status == 101)
        #expect(try await client.frame() == .text("hello ann at 127.0.0.1"))
    }
}
