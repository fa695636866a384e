import NIOCore

/// Validates UTF-8 while a message's fragments arrive. Each byte is checked once, and an invalid message is refused at
/// the first fragment that makes it invalid.
struct UTF8Check {
    /// The length of the valid prefix in bytes.
    private var valid = 0

    /// Checks the bytes that arrived since the last call.
    ///
    /// - Parameters:
    ///   - message: the whole message so far, from its reader index.
    ///   - isComplete: whether a truncated scalar at the end is an error.
    mutating func extend(over message: ByteBuffer, isComplete: Bool) throws(WebSocketProtocolError) {
        let bytes = message.readableBytesUInt8Span.extracting(droppingFirst: valid)
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes)
            valid += bytes.count
        } catch {
            let isCutOff = error.kind == .truncatedScalar && error.byteOffsets.upperBound == bytes.count
            guard isCutOff, !isComplete else { throw .invalidPayload }
            valid += error.byteOffsets.lowerBound
        }
    }
}
