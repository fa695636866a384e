import Domain
import Foundation
import Gateway
import ServerHarness
import ServerTestKit
import SpotterServer
import Testing

@Suite struct MetricsTests {
    /// What dashboards and alerts of operators rely on: names, types and order. Errors are counted by code from the start.
    private static let stored = """
        spotter_ready gauge
        spotter_connections gauge
        spotter_errors_total counter
        spotter_logins_failed_total counter
        spotter_messages_total counter
        spotter_deliveries_total counter
        spotter_commit_seconds histogram
        spotter_write_queue gauge
        spotter_read_queue gauge
        spotter_password_queue gauge
        spotter_picture_queue gauge
        spotter_notification_queue gauge
        spotter_embedding_queue gauge
        spotter_vectors gauge
        spotter_notifications_delivered_total counter
        spotter_notifications_failed_total counter
        spotter_database_damaged gauge
        spotter_database_bytes gauge
        spotter_database_log_bytes gauge
        spotter_disk_free_bytes gauge
        spotter_disk_floor_bytes gauge
        spotter_resident_memory_bytes gauge
        spotter_open_files gauge
        spotter_last_backup_timestamp_seconds gauge
        spotter_audit_verified_timestamp_seconds gauge
        spotter_certificate_expiry_timestamp_seconds gauge
        spotter_start_timestamp_seconds gauge
        """

    @Test(.onSQLite("PostgreSQL knows the size of its files")) func metricsOfANewServerAreAsStored() async throws {
        try await TestServer.run { server in
            let metrics = try await server.request("GET", "/metrics")
            #expect(metrics.status == 200)
            #expect(metrics.headers["content-type"] == "text/plain; version=0.0.4")
            let lines = String(decoding: metrics.body, as: UTF8.self).split(separator: "\n")
            let types = lines.filter { $0.hasPrefix("# TYPE ") }.map { $0.dropFirst(7) }
            #expect(types.joined(separator: "\n") == Self.stored)
            #expect(lines.count { $0.hasPrefix("# HELP ") } == types.count, "each says what it is")
            #expect(lines.count { $0.hasPrefix("spotter_errors_total{") } == ErrorCode.allCases.count)
            for figure in ["disk_free_bytes", "database_bytes", "resident_memory_bytes", "open_files"] {
                let line = lines.first { $0.hasPrefix("spotter_\(figure) ") }
                #expect(
                    line.flatMap { Double($0.split(separator: " ").last ?? "") }.map { $0 > 0 } == true,
                    "\(figure)"
                )
            }
        }
    }

    @Test func connectionsAreCountedWhenTheyAreAskedFor() async throws {
        try await TestServer.run { server in
            let alex = try await server.register("Alex", role: .trainer)
            let (socket, _) = try await server.open(alex)
            let one = try await server.request("GET", "/metrics")
            #expect(String(decoding: one.body, as: UTF8.self).contains("\nspotter_connections 1.0\n"))
            _ = socket
        }
    }

    /// Strangers get none unless the operator says so, and then they count as their other requests do.
    @Test(arguments: [(false, [403, 403, 429]), (true, [200, 200, 429])])
    func figuresAreForThisMachine(isOpen: Bool, statuses: [Int]) async throws {
        try await TestServer.run(configure: {
            $0.trustedProxies = ["127.0.0.1"]
            $0.opensMetrics = isOpen
            $0.stopLimitClock()
            $0.limits.strangers = Rate(1, perSeconds: 3600, burst: 2)
        }) { server in
            let http = RESTClient(baseURL: server.baseURL)
            var found: [Int] = []
            for _ in statuses {
                let answer = try await http.request("GET", "/metrics", headers: ["X-Forwarded-For": "203.0.113.7"])
                found.append(answer.status)
            }
            #expect(found == statuses)
            let own = try await http.request("GET", "/metrics")
            #expect(own.status == 200)
        }
    }
}
