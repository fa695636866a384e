/// `GET /healthz`: the process is alive.
///
/// ```swift
/// let health = HealthResponse(status: "ok", version: "1.4.0")
/// ```
public struct HealthResponse: APIValue {
    public let status: String
    public let version: String

    public init(status: String = "ok", version: String) {
        self.status = status
        self.version = version
    }

    public static var example: HealthResponse { HealthResponse(version: "1.4.0") }
}

/// `GET /readyz`: the server accepts requests.
public struct ReadyResponse: APIValue {
    public let status: String

    public init(status: String = "ready") { self.status = status }
    public static var example: ReadyResponse { ReadyResponse() }
}
