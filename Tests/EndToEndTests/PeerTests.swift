import ServerHarness
import ServerTestKit
import TestSupport
import Testing

/// Peers that do what HTTP and TCP allow and few servers expect (research/swift.md §1.4, §1.8), against the built server.
@Suite(.longTimeLimit, .serialized)
struct PeerTests {
    private static let upgrade = [
        "GET /v1/socket HTTP/1.1", "Host: x", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ].joined(separator: "\r\n")

    private func withServer(_ body: (ServerProcess) async throws -> Void) async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let server = try await ServerProcess.start(on: folder)
        try await body(server)
        #expect(try await server.http.request("GET", "/readyz").status == 200)
    }

    @Test func otherUpgradeIsAnsweredAndTheConnectionEnds() async throws {
        try await withServer { server in
            var answer = ""
            // A machine that is busy with other tests may take longer over a request than a server waits for one.
            for _ in 0..<10 where answer.isEmpty || answer.hasPrefix("http/1.1 408") {
                let socket = try await PlainSocket.connect(port: server.port)
                try await socket.request(
                    "GET /healthz HTTP/1.1",
                    "Host: x",
                    "Connection: Upgrade, HTTP2-Settings",
                    "Upgrade: h2c",
                    "HTTP2-Settings: AAMAAABkAAQAAP__"
                )
                answer = String(decoding: await socket.readToEnd(), as: UTF8.self).lowercased()
            }
            #expect(answer.hasPrefix("http/1.1 200") && answer.contains("connection: close"), "\(answer)")
        }
    }

    @Test func upgradeAfterOtherRequests() async throws {
        try await withServer { server in
            let socket = try await PlainSocket.connect(port: server.port)
            for _ in 0..<3 {
                try await socket.request("GET /healthz HTTP/1.1", "Host: x")
                #expect(await socket.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200"))
                _ = await socket.read(through: "}")
            }
            try await socket.request(Self.upgrade)
            #expect(await socket.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 101"))
            // A ping frame, masked with zeros, and its pong.
            try await socket.send([0x89, 0x81, 0, 0, 0, 0, 0x70])
            #expect(await socket.read(through: [0x8A, 0x01, 0x70]) == [0x8A, 0x01, 0x70])
        }
    }

    @Test(arguments: ["zz\r\n", "5\r\n{}XYZ no end of a chunk\r\n"])
    func brokenBodyIsTheClientsFault(body: String) async throws {
        try await withServer { server in
            let socket = try await PlainSocket.connect(port: server.port)
            try await socket.request(
                "POST /v1/auth/login HTTP/1.1",
                "Host: x",
                "Content-Type: application/json",
                "Transfer-Encoding: chunked",
                body: body
            )
            #expect(await socket.read(through: "\r\n\r\n").hasPrefix("HTTP/1.1 400"))
        }
    }

    @Test(arguments: ["nothing", "half a head", "a request", "an upgrade", "half a frame"])
    func halfClosedPeerIsLetGo(after: String) async throws {
        try await withServer { server in
            let socket = try await PlainSocket.connect(port: server.port)
            switch after {
            case "half a head": try await socket.send(Array("GET /healthz HTT".utf8))
            case "a request":
                try await socket.request("GET /healthz HTTP/1.1", "Host: x")
                _ = await socket.read(through: "}")
            case "an upgrade", "half a frame":
                try await socket.request(Self.upgrade)
                _ = await socket.read(through: "\r\n\r\n")
                if after == "half a frame" { try await socket.send([0x81, 0xFE, 0x01]) }
            default: break
            }
            try await socket.endWriting()
            // There is an end only if the server ends the connection.
            _ = await socket.readToEnd()
        }
    }

    @Test func sigtermEndsEveryKindOfConnection() async throws {
        let folder = TemporaryFolder()
        defer { folder.remove() }
        let server = try await ServerProcess.start(on: folder)
        let (silent, waiting, half, upgraded) = try await (
            PlainSocket.connect(port: server.port), PlainSocket.connect(port: server.port),
            PlainSocket.connect(port: server.port), PlainSocket.connect(port: server.port)
        )
        try await waiting.request("GET /healthz HTTP/1.1", "Host: x")
        _ = await waiting.read(through: "}")
        try await half.send(Array("POST /v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{".utf8))
        try await upgraded.request(Self.upgrade)
        _ = await upgraded.read(through: "\r\n\r\n")
        server.terminate()
        // A close frame with 1001, "going away", for the one that is a WebSocket; its answer ends the wait for it.
        #expect(await upgraded.read(through: [0x03, 0xE9]).suffix(2) == [0x03, 0xE9])
        try await upgraded.send([0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE9])
        for socket in [silent, waiting, half, upgraded] { _ = await socket.readToEnd() }
        #expect(await server.end().status == 0)
    }
}
