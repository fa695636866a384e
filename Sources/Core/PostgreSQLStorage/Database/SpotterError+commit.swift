import Domain

extension SpotterError {
    /// The database was lost while it committed, and didn't come back in time to be asked.
    static let outcomeUnknown = SpotterError(
        .unavailable,
        "The server lost its database while it stored this, so that it may be stored or not. Try again later.",
        retryable: true,
        retryAfterMs: 5000
    )
}
