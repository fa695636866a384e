import AsyncHTTPClient
import Gateway
import Logging
import NIOCore
import NIOHTTP1
import ServerTestKit
import SpotterServer
import TestSupport
import Testing

/// Requests through a proxy on this machine that nobody named.
@Suite(.standardTimeLimit) struct UnnamedProxyTests {
    private func refresh(_ server: TestServer, _ header: (String, String)? = nil) async throws -> Int {
        var request = HTTPClientRequest(url: server.baseURL + "/v1/auth/refresh")
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        if let header { request.headers.add(name: header.0, value: header.1) }
        request.body = .bytes(ByteBuffer(string: "{}"))
        return Int(try await HTTPClient.shared.execute(request, timeout: .seconds(30)).status.code)
    }

    @Test(arguments: [
        ("X-Forwarded-For", "203.0.113.7"), ("Forwarded", "for=203.0.113.7"), ("X-Real-IP", "203.0.113.7"),
    ])
    func theyCountAsOneStrangerAndAreWarnedOfOnce(header: (String, String)) async throws {
        let log = RecordedLog()
        try await TestServer.run(
            configure: {
                $0.stopLimitClock()
                $0.limits.strangers = Rate(1, perSeconds: 3600, burst: 3)
            },
            log: log
        ) { (server: TestServer) async throws -> Void in
            for _ in 0..<10 { #expect(try await refresh(server) == 400, "this machine itself is exempt") }
            #expect(log.lines(of: .warning).isEmpty)
            for _ in 0..<3 { #expect(try await refresh(server, header) == 400) }
            #expect(try await refresh(server, header) == 429)
            #expect(try await refresh(server, (header.0, "198.51.100.9")) == 429, "whatever the header says")
            #expect(try await refresh(server) == 400, "this machine itself is still exempt")
            let warnings = log.lines(of: .warning).filter { $0.contains("--trusted-proxies") }
            #expect(warnings.count == 1 && warnings.first?.contains(header.0) == true, "\(warnings)")
        }
    }

    @Test func aNamedOneIsntWarnedOf() async throws {
        let log = RecordedLog()
        try await TestServer.run(configure: { $0.trustedProxies = ["127.0.0.1"] }, log: log) {
            (server: TestServer) async throws -> Void in
            #expect(try await refresh(server, ("X-Forwarded-For", "203.0.113.7")) == 400)
            #expect(log.lines(of: .warning).isEmpty)
        }
    }
}
