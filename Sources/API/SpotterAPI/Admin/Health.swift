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

/// `GET /readyz`: whether the server can do its work, and why not. Status 200 if it can, otherwise 503.
///
/// ```swift
/// let answer = ReadyResponse(reasons: ["the disk is nearly full: 120 MB free, at least 512 MB are wanted"])
/// ```
public struct ReadyResponse: APIValue {
    /// `ready` or `unready`.
    public let status: String
    public let ready: Bool
    /// In words for the operator, without secrets; empty if it's ready.
    public let reasons: [String]

    public init(reasons: [String] = []) {
        ready = reasons.isEmpty
        status = ready ? "ready" : "unready"
        self.reasons = reasons
    }

    public static var example: ReadyResponse { ReadyResponse() }
}
