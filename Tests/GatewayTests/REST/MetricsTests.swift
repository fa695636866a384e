import Domain
import Foundation
import ServerTestKit
import Testing

@Suite struct MetricsTests {
    /// What dashboards and alerts of operators rely on: names, types, help and order.
    private static let stored = """
        # HELP spotter_connections Open client sockets.
        # TYPE spotter_connections gauge
        spotter_connections 0.0
        # HELP spotter_embedding_queue Messages that wait to be embedded.
        # TYPE spotter_embedding_queue gauge
        spotter_embedding_queue 0.0
        # HELP spotter_vectors Messages that are searchable by meaning.
        # TYPE spotter_vectors gauge
        spotter_vectors 0.0
        # HELP spotter_notifications_delivered_total Notifications that reached a device's service.
        # TYPE spotter_notifications_delivered_total counter
        spotter_notifications_delivered_total 0.0
        # HELP spotter_notifications_failed_total Notifications that were given up.
        # TYPE spotter_notifications_failed_total counter
        spotter_notifications_failed_total 0.0

        """

    @Test func metricsOfANewServerAreAsStored() async throws {
        try await TestServer.run { server in
            let metrics = try await server.request("GET", "/metrics")
            #expect(metrics.status == 200)
            #expect(metrics.headers["content-type"] == "text/plain; version=0.0.4")
            #expect(String(decoding: metrics.body, as: UTF8.self) == Self.stored)
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
}
