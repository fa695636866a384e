import Domain
import Hummingbird
import NIOCore

/// For whoever watches the server: is it up, can it work, what has it done.
struct HealthRoutes {
    let version: String
    let isReady: @Sendable () async -> Bool
    let metrics: ServerMetrics

    func add(to table: inout RouteTable) {
        let (version, isReady, metrics) = (version, isReady, metrics)
        table.on(.get, "/healthz", "The process is alive", access: .open, limit: .free) { _, _ in
            JSONAnswer(.ok, ["status": "ok", "version": version])
        }
        table.on(.get, "/readyz", "Requests are served", access: .open, limit: .free) { _, _ in
            guard await isReady() else {
                throw SpotterError(
                    .unavailable,
                    "The server is starting or stopping.",
                    retryable: true,
                    retryAfterMs: 1000
                )
            }
            return JSONAnswer(.ok, ["status": "ready"])
        }
        table.on(.get, "/metrics", "Figures in Prometheus' text format", access: .open, limit: .free) { _, _ in
            let text = try await metrics.text()
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain; version=0.0.4"],
                body: .init(byteBuffer: ByteBuffer(string: text))
            )
        }
    }
}
