/// Time limits of a request to a model service. Each is clamped to between a millisecond and a day.
public struct ModelTimeouts: Sendable, Hashable {
    /// From the first attempt to the first event of a response, retries included: a local model reads the whole prompt in
    /// this time. Below the minute after which clients give up.
    public let firstByte: Duration
    /// Between two events of the response. Comments that only keep the connection open are no events.
    public let idle: Duration
    /// From the event that completes the answer to the end of the response.
    public let ending: Duration
    /// From the first attempt to the end of the response, retries included.
    public let total: Duration

    public init(
        firstByte: Duration = .seconds(45),
        idle: Duration = .seconds(60),
        ending: Duration = .seconds(5),
        total: Duration = .seconds(600)
    ) {
        self.firstByte = Self.clamped(firstByte)
        self.idle = Self.clamped(idle)
        self.ending = Self.clamped(ending)
        self.total = Self.clamped(total)
    }

    private static func clamped(_ duration: Duration) -> Duration {
        min(max(duration, .milliseconds(1)), .seconds(86_400))
    }
}
