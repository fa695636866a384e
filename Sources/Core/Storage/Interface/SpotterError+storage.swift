package import Domain

extension SpotterError {
    /// The disk refuses. The log has the system's words.
    package static let storageFailing = SpotterError(
        .unavailable,
        "The server can't use its disk at the moment; nothing was stored. Its log says why. Try again later.",
        retryable: true,
        retryAfterMs: 10_000
    )

    package static let shuttingDown = SpotterError(.shuttingDown, "The server is shutting down.", retryable: true)
}
