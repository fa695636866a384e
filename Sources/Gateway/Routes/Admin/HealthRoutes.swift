import Domain
import Hummingbird
import NIOCore
import SpotterAPI

/// Health, readiness and metrics.
struct HealthRoutes {
    let version: String
    let isReady: @Sendable () async -> Bool
    let metrics: @Sendable () async throws -> [Metric]

    /// One figure in Prometheus' text format.
    struct Metric: Sendable {
        enum Kind: String, Sendable { case counter, gauge }
        let name: String
        let kind: Kind
        let help: String
        let value: Double
    }

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
            let text = try await metrics().map { metric in
                """
                # HELP \(metric.name) \(metric.help)
                # TYPE \(metric.name) \(metric.kind.rawValue)
                \(metric.name) \(metric.value)

                """
            }.joined()
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain; version=0.0.4"],
                body: .init(byteBuffer: ByteBuffer(string: text))
            )
        }
    }
}
