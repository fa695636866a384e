import NIOCore
import TestSupport
import Testing

@testable import Gateway

@Suite(.standardTimeLimit) struct FastUpgradeLiveTests {
    @Test(arguments: ["quick", "late"]) func becomesASocketWithoutHTTP(token: String) async throws {
        try await LiveServer.with(direct: LiveServer.direct) { server in
            try await RawClient.with(server) { client in
                try await client.upgrade(user: "Bearer \(token)", header: "User-Agent: test", then: [.text("early")])
                let response = try #require(try await client.response())
                #expect(response.status == 101)
                #expect(response.head.contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="))
                #expect(try await client.frame() == .text("hello \(token), directly, at 127.0.0.1"))
                #expect(try await client.frame() == .text("early"))
                try await client.send(.text("later"))
                #expect(try await client.frame() == .text("later"))
                try await client.send(.close(1000))
                #expect(try await client.frame()?.closeCode == 1000)
                #expect(try await client.isEnded())
            }
        }
    }

    /// The route words the refusal, or takes what isn't plain; either way, nothing of the request is lost.
    @Test(arguments: [
        ("Bearer refused", "User-Agent: test"), ("Bearer quick", "X-Unknown: 1"), ("Basic quick", "User-Agent: test"),
    ])
    func allElseIsTheRoutes(user: String, header: String) async throws {
        try await LiveServer.with(direct: LiveServer.direct) { server in
            try await RawClient.with(server) { client in
                try await client.upgrade(user: user, header: header, then: [.text("early")])
                #expect(try await client.response()?.status == 101)
                #expect(try await client.frame() == .text("hello \(user) at 127.0.0.1"))
                #expect(try await client.frame() == .text("early"))
            }
            try await RawClient.with(server) { client in
                try await client.upgrade(user: nil, header: "User-Agent: test")
                #expect(try await client.response()?.status == 401)
                #expect(try await client.isEnded())
            }
        }
    }

    @Test func plainHTTPGoesOn() async throws {
        try await LiveServer.with(direct: LiveServer.direct) { server in
            try await RawClient.with(server) { client in
                for _ in 0..<2 {
                    try await client.request("GET /plain")
                    #expect(try await client.response()?.body == "plain")
                }
            }
            try await RawClient.with(server) { client in
                // A head in two parts.
                try await client.send(raw: "GET /socket HTTP/1.1\r\nHost: localhost\r\nAuthoriz")
                try await client.send(raw: "ation: Bearer quick\r\n\r\n")
                #expect(try await client.response()?.status == 426)
            }
        }
    }

    @Test func silentConnectionsAreClosed() async throws {
        var configuration = WebSocketConfiguration()
        // Short, since nothing comes before it.
        configuration.firstRequestTimeout = .milliseconds(20)
        try await LiveServer.with(configuration: configuration, direct: LiveServer.direct) { server in
            try await RawClient.with(server) { client in
                let isEnded = try await client.isEnded()
                #expect(isEnded)
            }
        }
    }

    @Test func closesOnShutDown() async throws {
        try await LiveServer.with(direct: LiveServer.direct) { server in
            try await RawClient.with(server) { client in
                try await client.upgrade(user: "Bearer quick", header: "User-Agent: test")
                #expect(try await client.response()?.status == 101)
                _ = try await client.frame()
                await server.shutDown()
                #expect(try await client.frame() == .text("goodbye"))
                #expect(try await client.frame()?.closeCode == 1001)
            }
        }
    }
}
