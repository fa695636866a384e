public import Domain

/// Bytes can't be appended at this offset or at this moment. Contains the current offset.
public struct UploadConflict: Error, Sendable, Hashable {
    public enum Reason: Sendable { case wrongOffset, busy }

    public let reason: Reason
    /// Number of bytes that have arrived.
    public let offset: Int64
    public let size: Int64

    /// The error that the API reports.
    public var spotterError: SpotterError {
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
