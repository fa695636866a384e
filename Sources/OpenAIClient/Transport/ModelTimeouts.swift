/// Time limits of a request to a model service. Each is clamped to between a millisecond and a day.
public struct ModelTimeouts: Sendable, Hashable {
    /// From sending the request to the first byte of the response: a local model reads the whole prompt in this time.
    public let firstByte: Duration
    /// Between two bytes of the response. Keep-alive comments count as bytes.
    public let idle: Duration
    /// From the first attempt to the end of the response, retries included.
    public let total: Duration

    public init(
        firstByte: Duration = .seconds(120),
        idle: Duration = .seconds(60),
        total: Duration = .seconds(600)
    ) {
        self.firstByte = Self.clamped(firstByte)
        self.idle = Self.clamped(idle)
        self.total = Self.clamped(total)
    }

    private static func clamped(_ duration: Duration) -> Duration {
        min(max(duration, .milliseconds(1)), .seconds(86_400))
    }
}
