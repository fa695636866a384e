import Domain
import ServerTestKit
import SpotterClient
import TestSupport
import Testing

/// Bodies are refused by their announced length, before any of them is read: here none is ever sent.
@Suite(.standardTimeLimit) struct BodyBoundsTests {
    private func refusal(
        _ server: TestServer,
        _ line: String,
        _ length: Int,
        token: String? = nil
    ) async throws -> Int? {
        var status: Int?
        try await RawClient.with(port: server.address.port) { client in
            try await client.request(
                line,
                "Content-Type: application/json",
                "Content-Length: \(length)",
                token.map { "Authorization: Bearer \($0)" } ?? "X: y"
            )
            status = try await client.response()?.status
        }
        return status
    }

    private func expect(
        _ status: Int,
        _ server: TestServer,
        _ line: String,
        _ length: Int,
        token: String? = nil
    ) async throws {
        let answer = try await refusal(server, line, length, token: token)
        #expect(answer == status, "\(line)")
    }

    @Test func strangersHaveLittleToSay() async throws {
        try await TestServer.run { server in
            for path in ["register", "login", "refresh", "reset"] {
                try await expect(413, server, "POST /v1/auth/\(path)", 16_385)
            }
            for function in ["chatWithAI", "semanticSearch", "demo/europe/executeFunctionCall"] {
                try await expect(401, server, "POST /\(function)", 100_000)
            }
            try await expect(401, server, "POST /v1/search", 100_000)
        }
    }

    @Test func usersHaveMore() async throws {
        try await TestServer.run { server in
            let token = try await server.register("Alex", role: .trainer).accessToken.reveal()
            try await expect(413, server, "POST /v1/search", 128 * 1024 + 1, token: token)
            try await expect(413, server, "POST /v1/sync", 256 * 1024 + 1, token: token)
        }
    }

    @Test func aBodyWithoutALengthIsBoundedToo() async throws {
        try await TestServer.run { server in
            try await RawClient.with(port: server.address.port) { client in
                try await client.request("POST /v1/auth/login", "Transfer-Encoding: chunked")
                for _ in 0..<3 {
                    try await client.send(raw: "2000\r\n" + String(repeating: " ", count: 0x2000) + "\r\n")
                }
                let status = try await client.response()?.status
                #expect(status == 413)
            }
        }
    }

    /// A sync takes as much in chunks as with a length.
    @Test(arguments: [(200, 200), (260, 413)])
    func aLongSyncMayComeInChunks(kilobytes: Int, status: Int) async throws {
        try await TestServer.run { server in
            let token = try await server.register("Alex", role: .trainer).accessToken.reveal()
            try await RawClient.with(port: server.address.port) { client in
                try await client.request(
                    "POST /v1/sync",
                    "Authorization: Bearer \(token)",
                    "Content-Type: application/json",
                    "Transfer-Encoding: chunked"
                )
                for _ in 0..<kilobytes {
                    try await client.send(raw: "400\r\n" + String(repeating: " ", count: 0x400) + "\r\n")
                }
                let body = #"{"positions":{}}"#
                try await client.send(raw: String(body.utf8.count, radix: 16) + "\r\n\(body)\r\n0\r\n\r\n")
                let answer = try await client.response()
                #expect(answer?.status == status)
            }
        }
    }

    @Test func valuesAndDepthAreBounded() async throws {
        try await TestServer.run { server in
            let user = try await server.register("Alex", role: .trainer)
            let many = String(repeating: "1,", count: 30_000) + "1"
            let deep = String(repeating: "[", count: 33) + String(repeating: "]", count: 33)
            for value in ["[\(many)]", deep] {
                let answer = try await server.request(
                    "POST",
                    "/v1/search",
                    as: user,
                    body: #"{"query":"x","unknown":\#(value)}"#
                )
                #expect(answer.status == 400 && answer.errorCode == "invalid_request")
            }
        }
    }
}
