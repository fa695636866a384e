extension ModelError {
    /// The error as REST and socket carry it.
    public var spotterError: SpotterError {
        switch code {
        case .rateLimited(let retryAfter):
            SpotterError(
                .modelRateLimited,
                message,
                retryable: true,
                retryAfterMs: retryAfter.map { Int(clamping: $0.wholeMilliseconds) }
            )
        case .timeout:
            SpotterError(.modelTimeout, message, retryable: true)
        case .interrupted:
            SpotterError(.modelInterrupted, message, retryable: true)
        case .unavailable, .rejected, .misconfigured, .authentication, .protocolViolation:
            SpotterError(.modelUnavailable, message, retryable: isRetryable)
        }
    }
}
