import Domain
import Hummingbird
import NIOCore
import SpotterAPI

/// Health, readiness and metrics.
struct HealthRoutes {
    let version: String
    let isReady: @Sendable () async -> Bool
    let metrics: ServerMetrics

    func add(to table: inout RouteTable) {
        table.tag = .server
        let (version, isReady, metrics) = (version, isReady, metrics)
        table.on(
            .get,
            "/healthz",
            "health",
            "The process is alive",
            access: .open,
            response: .json(HealthResponse.self),
            limit: .free
        ) { _, _ in
            JSONResponse(HealthResponse(version: version))
        }
        table.on(
            .get,
            "/readyz",
            "ready",
            "Requests are served",
            access: .open,
            response: .json(ReadyResponse.self),
            limit: .free
        ) { _, _ in
            guard await isReady() else {
                throw SpotterError(
                    .unavailable,
                    "The server is starting or stopping.",
                    retryable: true,
                    retryAfterMs: 1000
                )
            }
            return JSONResponse(ReadyResponse())
        }
        table.on(
            .get,
            "/metrics",
            "metrics",
            "Figures in Prometheus' text format",
            access: .open,
            response: .text("text/plain"),
            limit: .free
        ) { _, _ in
            let text = try await metrics.text()
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain; version=0.0.4"],
                body: .init(byteBuffer: ByteBuffer(string: text))
            )
        }
    }
}
