public import Domain

extension ModelError {
    /// The error as REST and socket carry it.
    public var spotterError: SpotterError {
        switch code {
        case .rateLimited(let retryAfterMs):
            SpotterError(.modelRateLimited, message, retryable: true, retryAfterMs: retryAfterMs)
        case .timeout:
            SpotterError(.modelTimeout, message, retryable: true)
        case .interrupted:
            SpotterError(.modelInterrupted, message, retryable: true)
        case .unavailable, .rejected, .authentication, .protocolViolation:
            SpotterError(.modelUnavailable, message, retryable: isRetryable)
        }
    }
}
