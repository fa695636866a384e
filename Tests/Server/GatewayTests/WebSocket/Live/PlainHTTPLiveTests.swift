import NIOCore
import TestSupport
import Testing

@testable import Gateway

@Suite(.standardTimeLimit) struct PlainHTTPLiveTests {
    @Test func keepsTheConnection() async throws {
        try await LiveServer.with { server in
            try await RawClient.with(server) { client in
                for number in 0..<3 {
                    try await client.request("POST /plain", "Content-Length: 2", body: "n\(number)")
                    let response = try #require(try await client.response())
                    #expect(response.status == 200)
                    #expect(response.body == "n\(number)")
                    #expect(!response.head.contains("connection: close"))
                }
            }
        }
    }

    /// Java's HTTP client asks for HTTP/2 this way with every first request.
    @Test(arguments: [false, true])
    func answersOtherUpgradesAndCloses(afterPlain: Bool) async throws {
        try await LiveServer.with { server in
            try await RawClient.with(server) { client in
                if afterPlain {
                    try await client.request("GET /plain")
                    _ = try await client.response()
                }
                try await client.request("GET /plain", "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c")
                let response = try #require(try await client.response())
                #expect(response.status == 200)
                #expect(response.body == "plain")
                #expect(response.head.contains("connection: close"))
                #expect(try await client.isEnded())
            }
        }
    }

    @Test func socketAddressWithoutUpgradeIsTold() async throws {
        try await LiveServer.with { server in
            try await RawClient.with(server) { client in
                try await client.request("GET /socket", "Authorization: ann")
                #expect(try await client.response()?.status == 426)
            }
        }
    }

    @Test func answersWhatIsNotHTTP() async throws {
        try await LiveServer.with { server in
            try await RawClient.with(server) { client in
                try await client.send(raw: "\u{16}\u{3}\u{1} nonsense\r\n\r\n")
                #expect(try await client.response()?.status == 400)
                #expect(try await client.isEnded())
            }
        }
    }

    @Test func headersAreBounded() async throws {
        try await LiveServer.with { server in
            try await RawClient.with(server) { client in
                try await client.request("GET /plain", "X-Long: " + String(repeating: "x", count: 17_000))
                #expect(try await client.response()?.status == 400)
            }
        }
    }

    @Test func closesWhatNeverFinishesItsFirstRequest() async throws {
        var configuration = WebSocketConfiguration()
        configuration.firstRequestTimeout = .milliseconds(50)
        // Encrypted, so short a time may be over within the handshake: see TLSLiveTests.
        try await LiveServer.with(configuration: configuration, secure: [false]) { server in
            try await RawClient.with(server) { client in
                // On a busy machine the connection can be closed for its silence before this is sent; that's the point.
                try? await client.send(raw: "GET /plain HTTP/1.1\r\nX-Slow:")
                let isEnded = try await client.isEnded()
                #expect(isEnded)
            }
        }
    }

    /// The time counts from the answer on: it ends nothing that a busy machine is slow at.
    @Test func closesWhatSaysNothingAfterAnAnswer() async throws {
        var configuration = WebSocketConfiguration()
        configuration.httpIdleTimeout = .milliseconds(50)
        try await LiveServer.with(configuration: configuration) { server in
            try await RawClient.with(server) { client in
                try await client.request("GET /plain")
                #expect(try await client.response()?.status == 200)
                #expect(try await client.isEnded())
            }
        }
    }
}
