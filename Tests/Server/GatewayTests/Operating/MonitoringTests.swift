import Domain
import Foundation
import Logging
import ServerTestKit
import SpotterServer
import Synchronization
import TestSupport
import Testing

@Suite(.standardTimeLimit) struct MonitoringTests {
    /// What was typed isn't logged: people type a password into the wrong field.
    @Test func failedLoginsAreLoggedWithTheAddress() async throws {
        let log = RecordedLog()
        try await TestServer.run(log: log) { server in
            let alex = try await server.register("Alex", role: .trainer)
            for email in [alex.user.email, "nobody@example.com", "hunter2-typed-into-the-wrong-field"] {
                let body = ["email": email, "password": "wrong-secret-4711"]
                #expect(try await server.request("POST", "/v1/auth/login", json: body).status == 401)
            }
            let right = ["email": alex.user.email, "password": "secret-Alex"]
            #expect(try await server.request("POST", "/v1/auth/login", json: right).status == 200)
            let lines = log.lines(of: .notice).filter { $0.hasPrefix("log-in failed") }
            #expect(
                lines == ["\(alex.id)", "unknown", "unknown"].map { "log-in failed account=\($0) address=127.0.0.1" }
            )
            let everything = [.trace, .debug, .info, .notice, .warning, .error, .critical].flatMap { log.lines(of: $0) }
            for typed in ["wrong-secret-4711", "hunter2", "nobody@", alex.user.email] {
                #expect(!everything.contains { $0.contains(typed) })
            }
            let metrics = String(decoding: try await server.request("GET", "/metrics").body, as: UTF8.self)
            #expect(metrics.contains("\nspotter_logins_failed_total 3.0\n"))
            #expect(metrics.contains("\nspotter_errors_total{code=\"invalid_credentials\"} 3.0\n"))
            #expect(metrics.contains("\nspotter_requests_total{operation=\"login\",status=\"401\"} 3.0\n"))
            #expect(metrics.contains("\nspotter_request_seconds_count{operation=\"login\"} 4.0\n"))
        }
    }

    @Test func messagesAndDeliveriesAreCounted() async throws {
        try await TestServer.run { server in
            let (trainer, client, chat) = try await server.pair()
            let (socket, _) = try await server.open(client)
            let body: [String: Any] = ["clientMessageId": "1", "text": "hello"]
            let path = "/v1/chats/\(chat.id)/messages"
            #expect(try await server.request("POST", path, as: trainer, json: body).status == 201)
            _ = try await socket.next { $0.type == "message.created" }
            let metrics = String(decoding: try await server.request("GET", "/metrics").body, as: UTF8.self)
            #expect(metrics.contains("\nspotter_messages_total 1.0\n"))
            let deliveries = metrics.split(separator: "\n").first { $0.hasPrefix("spotter_deliveries_total ") }
            #expect(deliveries.flatMap { Double($0.split(separator: " ").last ?? "") }.map { $0 >= 1 } == true)
        }
    }

    @Test func metricsMayHaveAnAddressOfTheirOwn() async throws {
        let port = Mutex(0)
        try await TestServer.run(configure: {
            $0.metricsAddress = HostAndPort("127.0.0.1:0")
            $0.onMetricsListening = { found in port.withLock { $0 = found } }
        }) { server in
            #expect(try await server.request("GET", "/metrics").status == 404)
            let other = RESTClient(baseURL: "http://127.0.0.1:\(port.withLock { $0 })")
            let metrics = try await other.request("GET", "/metrics")
            #expect(metrics.status == 200)
            #expect(String(decoding: metrics.body, as: UTF8.self).contains("\nspotter_ready 1.0\n"))
            #expect(try await other.request("GET", "/readyz").status == 200)
            #expect(try await other.request("GET", "/v1/me").status == 404, "nothing of the API is there")
        }
    }

    @Test(arguments: [
        ("127.0.0.1:9090", "127.0.0.1", 9090), ("[::1]:0", "::1", 0), ("localhost:65535", "localhost", 65_535),
    ])
    func anAddressIsAHostAndAPort(text: String, host: String, port: Int) throws {
        let address = try #require(HostAndPort(text))
        #expect(address.host == host && address.port == port && address.description == text)
    }

    @Test(arguments: ["", "9090", ":9090", "127.0.0.1:", "127.0.0.1:65536", "::1:9090", "a b:1", "127.0.0.1:-1"])
    func otherTextsAreNone(text: String) { #expect(HostAndPort(text) == nil) }
}
