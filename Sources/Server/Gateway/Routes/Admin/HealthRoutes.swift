import Domain
import HTTPTypes
package import Hummingbird
import NIOCore
import SpotterAPI

/// Health, readiness and metrics.
package struct HealthRoutes: Sendable {
    let version: String
    let readiness: @Sendable () async -> [String]
    let metrics: ServerMetrics

    /// - Parameter readiness: why the server can't do its work; empty if it can.
    package init(version: String, readiness: @escaping @Sendable () async -> [String], metrics: ServerMetrics) {
        self.version = version
        self.readiness = readiness
        self.metrics = metrics
    }

    /// - Parameters:
    ///   - servesMetrics: `false` if they have an address of their own.
    ///   - opensMetrics: whether others than programs of this machine get them.
    func add(to table: inout RouteTable, servesMetrics: Bool, opensMetrics: Bool) {
        let (version, readinessResponse, metricsResponse) = (version, readinessResponse, metricsResponse)
        table.tag = .server
        table.on(
            .get,
            "/healthz",
            "health",
            "The process is alive",
            access: .open,
            response: .json(HealthResponse.self),
            limit: .free,
            cost: .light
        ) { _, _ in
            JSONResponse(HealthResponse(version: version))
        }
        table.on(
            .get,
            "/readyz",
            "ready",
            "Requests are served and stored; otherwise 503, with the reasons",
            access: .open,
            response: .json(ReadyResponse.self),
            failure: ReadyResponse.self,
            limit: .free,
            cost: .light
        ) { _, _ in
            try await readinessResponse()
        }
        guard servesMetrics else { return }
        table.on(
            .get,
            "/metrics",
            "metrics",
            "Metrics in Prometheus' text format, for programs of the server's own machine",
            access: .open,
            response: .text("text/plain"),
            cost: .light
        ) { _, context in
            guard opensMetrics || context.address.isLoopback else {
                throw SpotterError(
                    .forbidden,
                    "Figures are for this server's own machine; see --metrics-address and metrics.open."
                )
            }
            return try await metricsResponse()
        }
    }

    /// The routes of an address for machines that watch: metrics, and readiness also before and after the server listens.
    package func router() -> Router<AppContext> {
        let router = Router(context: AppContext.self)
        router.add(middleware: PrivacyHeaders())
        router.add(middleware: ErrorMiddleware())
        router.get("/healthz") { [version] _, _ in JSONResponse(HealthResponse(version: version)) }
        router.get("/readyz") { _, _ in try await readinessResponse() }
        router.get("/metrics") { _, _ in try await metricsResponse() }
        return router
    }

    private func readinessResponse() async throws -> JSONResponse<ReadyResponse> {
        let answer = ReadyResponse(reasons: await readiness())
        return JSONResponse(answer.ready ? .ok : .serviceUnavailable, answer)
    }

    private func metricsResponse() async throws -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4"],
            body: .init(byteBuffer: ByteBuffer(string: try await metrics.text()))
        )
    }
}
