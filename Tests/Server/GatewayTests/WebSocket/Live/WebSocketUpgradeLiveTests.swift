import TestSupport
import Testing

@testable import Gateway

@Suite(.standardTimeLimit) struct WebSocketUpgradeLiveTests {
    @Test func firstRequestBecomesASocket() async throws {
        try await LiveServer.with { server in
            try await RawClient.with(server) { client in
                try await client.upgrade(user: "ann")
                let response = try #require(try await client.response())
                #expect(response.status == 101)
                #expect(response.head.contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="))
                #expect(!response.head.contains("content-length"))
                try await expectConversation(&client, user: "ann")
            }
        }
    }

    @Test func laterRequestBecomesASocket() async throws {
        try await LiveServer.with { server in
            try await RawClient.with(server) { client in
                for _ in 0..<2 {
                    try await client.request("GET /plain")
                    #expect(try await client.response()?.body == "plain")
                }
                try await client.upgrade(user: "ben")
                let response = try #require(try await client.response())
                #expect(response.status == 101)
                #expect(!response.head.contains("content-length"))
                try await expectConversation(&client, user: "ben")
            }
        }
    }

    /// Frames sent together with the request, without waiting for the answer.
    @Test func losesNoEarlyFrames() async throws {
        try await LiveServer.with { server in
            for afterPlain in [false, true] {
                try await RawClient.with(server) { client in
                    if afterPlain {
                        try await client.request("GET /plain")
                        _ = try await client.response()
                    }
                    try await client.upgrade(then: [.text("early"), .text("bird")])
                    #expect(try await client.response()?.status == 101)
                    #expect(try await client.frame() == .text("hello ann at 127.0.0.1"))
                    #expect(try await client.frame() == .text("early"))
                    #expect(try await client.frame() == .text("bird"))
                }
            }
        }
    }

    @Test(arguments: [("/socket", 401), ("/nowhere", 404), ("/broken", 500)])
    func refusalReachesTheClient(path: String, status: Int) async throws {
        try await LiveServer.with { server in
            try await RawClient.with(server) { client in
                try await client.upgrade(path, user: nil)
                let response = try #require(try await client.response())
                #expect(response.status == status)
                #expect(response.head.contains("connection: close"))
                #expect(try await client.isEnded())
            }
            try await RawClient.with(server) { client in
                try await client.request("GET /plain")
                _ = try await client.response()
                try await client.upgrade(path, user: nil)
                let response = try #require(try await client.response())
                #expect(response.status == status)
                #expect(response.head.contains("connection: close"))
                #expect(try await client.isEnded())
            }
        }
    }

    @Test func wrongVersionIsTold() async throws {
        try await LiveServer.with { server in
            try await RawClient.with(server) { client in
                try await client.request(
                    "GET /socket",
                    "Connection: Upgrade",
                    "Upgrade: websocket",
                    "Sec-WebSocket-Version: 8",
                    "Authorization: ann"
                )
                let response = try #require(try await client.response())
                #expect(response.status == 426)
                #expect(response.head.contains("sec-websocket-version: 13"))
            }
        }
    }

    /// The HTTP handlers would be gone when the body arrives.
    @Test(arguments: ["Content-Length: 5", "Transfer-Encoding: chunked"])
    func refusesUpgradeWithABody(header: String) async throws {
        try await LiveServer.with { server in
            try await RawClient.with(server) { client in
                try await client.upgrade(header: header)
                #expect(try await client.response()?.status == 426)
            }
        }
    }

    private func expectConversation(_ client: inout RawClient, user: String) async throws {
        #expect(try await client.frame() == .text("hello \(user) at 127.0.0.1"))
        try await client.send(.text("a"), .ping("p"), .text("b"))
        #expect(try await client.frame() == .text("a"))
        #expect(try await client.frame() == .pong("p"))
        #expect(try await client.frame() == .text("b"))
        try await client.send(.close(1000))
        #expect(try await client.frame()?.closeCode == 1000)
        #expect(try await client.isEnded())
    }
}
