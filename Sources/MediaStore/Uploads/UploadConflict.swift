public import Domain

/// Bytes can't be added here and now; where they can is told with it.
public struct UploadConflict: Error, Sendable, Hashable {
    public enum Reason: Sendable { case wrongOffset, busy }

    public let reason: Reason
    /// Bytes that have arrived.
    public let offset: Int64
    public let size: Int64

    /// What it looks like as an error of the API.
    public var shown: SpotterError {
        switch reason {
        case .wrongOffset:
            SpotterError(.conflict, "The next bytes begin at \(offset); send Upload-Offset: \(offset).")
        case .busy:
            SpotterError(
                .conflict,
                "Another request is adding to this upload; wait for it to end.",
                retryable: true,
                retryAfterMs: 1000
            )
        }
    }
}
