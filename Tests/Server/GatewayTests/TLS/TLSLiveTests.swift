import NIOCore
import NIOSSL
import TestSupport
import Testing

@testable import Gateway

/// What only a server that encrypts can meet. All the other live tests run over TLS as well.
@Suite(.standardTimeLimit) struct TLSLiveTests {
    /// Whoever writes http:// is told what to write.
    @Test func plainHTTPIsToldToUseTLS() async throws {
        try await LiveServer.with(secure: [true]) { server in
            try await RawClient.with(server, tls: nil) { client in
                try await client.request("GET /plain")
                let answer = try #require(try await client.response())
                #expect(answer.status == 400 && answer.body.contains("use https://"))
            }
            try await expectService(server)
        }
    }

    /// Nothing, the beginning of a record, and a record of a handshake that doesn't come to its end.
    @Test(arguments: [[], [0x16, 3, 1], [0x16, 3, 1, 0, 4, 1, 0, 1, 0]] as [[UInt8]])
    func aHandshakeHasOnlySoLong(bytes: [UInt8]) async throws {
        var configuration = WebSocketConfiguration()
        // Short, since nothing has to come before it.
        configuration.firstRequestTimeout = .milliseconds(50)
        try await LiveServer.with(configuration: configuration, secure: [true]) { server in
            try await RawClient.with(server, tls: nil) { client in
                try? await client.send(bytes: bytes)
                let isEnded = try await client.isEnded()
                #expect(isEnded)
            }
        }
    }

    /// Whoever asks and doesn't read is cut off over TLS as without it, although TLS has buffers of its own.
    @Test(arguments: [false, true])
    func aStalledReaderIsCutOff(isSecure: Bool) async throws {
        var configuration = WebSocketConfiguration()
        // Short, since it is the time of a peer that never reads.
        configuration.writePatience = .milliseconds(200)
        try await LiveServer.with(configuration: configuration, secure: [isSecure]) { server in
            try await RawClient.with(server) { stalled in
                try await stalled.request("GET /large")
                try await RawClient.with(server) { other in
                    try await other.request("GET /large/end")
                    #expect(try await other.response()?.body == "cut off")
                }
            }
            try await expectService(server)
        }
    }

    @Test func aClientThatDoesNotTrustHarmsNobody() async throws {
        try await LiveServer.with(secure: [true]) { server in
            await #expect(throws: (any Error).self) {
                try await RawClient.with(server, tls: .makeClientConfiguration()) { client in
                    try await client.request("GET /plain")
                    _ = try await client.response()
                }
            }
            try await expectService(server)
        }
    }

    @Test func oldVersionsAreRefused() async throws {
        var old = try #require(RawClient.trusting)
        (old.minimumTLSVersion, old.maximumTLSVersion) = (.tlsv1, .tlsv11)
        let configuration = old
        try await LiveServer.with(secure: [true]) { server in
            await #expect(throws: (any Error).self) {
                try await RawClient.with(server, tls: configuration) { client in
                    try await client.request("GET /plain")
                    _ = try await client.response()
                }
            }
        }
    }

    /// Longer than a record, in both directions.
    @Test func longMessagesComeWhole() async throws {
        try await LiveServer.with(secure: [true]) { server in
            try await RawClient.with(server) { client in
                try await client.upgrade()
                _ = try await client.response()
                _ = try await client.frame()
                let text = String((0..<100_000).map { Character(Unicode.Scalar(UInt8(97 + $0 % 26))) })
                try await client.send(.text(text))
                #expect(try await client.frame() == .text(text))
            }
        }
    }

    private func expectService(_ server: LiveServer) async throws {
        try await RawClient.with(server) { client in
            try await client.request("GET /plain")
            #expect(try await client.response()?.body == "plain")
        }
    }
}
