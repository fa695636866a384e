/// How long a model may take. Each limit is held between a millisecond and a day.
public struct ModelTimeouts: Sendable, Hashable {
    /// From sending the request to the first byte of the answer: a local model reads the whole prompt in this time.
    public let firstByte: Duration
    /// Between two bytes of the answer. Keep-alive comments are bytes too.
    public let idle: Duration
    /// From the first attempt to the end of the answer, retries included.
    public let total: Duration

    public init(
        firstByte: Duration = .seconds(120),
        idle: Duration = .seconds(60),
        total: Duration = .seconds(600)
    ) {
        self.firstByte = Self.sane(firstByte)
        self.idle = Self.sane(idle)
        self.total = Self.sane(total)
    }

    private static func sane(_ duration: Duration) -> Duration {
        min(max(duration, .milliseconds(1)), .seconds(86_400))
    }
}
