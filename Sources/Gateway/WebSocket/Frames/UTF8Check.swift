import NIOCore

/// Checks that a text message is UTF-8 while its fragments arrive: each byte is looked at once, and an invalid message
/// is refused at the first fragment that proves it so.
struct UTF8Check {
    /// Bytes at the front of the message that are known to be whole, valid scalars.
    private var valid = 0

    /// Looks at the bytes that came since the last call.
    ///
    /// - Parameters:
    ///   - message: The whole message so far, from its reader index.
    ///   - isComplete: Whether a scalar that is cut off at the end is an error.
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
