import NIOCore

/// Turns bytes into messages: assembles fragments, unmasks and validates them. It has no access to the channel.
struct FragmentAssembler {
    enum Event: Equatable {
        /// A complete message in valid UTF-8.
        case text(ByteBuffer)
        case binary(ByteBuffer)
        case ping(ByteBuffer)
        case pong
        /// A close frame. Its payload isn't validated yet; see ``ClosePayload``.
        case close(ByteBuffer)
    }

    /// A message whose last fragment hasn't arrived yet.
    private struct Partial {
        var isText: Bool
        var payload = ByteBuffer()
        var fragments = 1
        var check = UTF8Check()
    }

    /// The maximum length of a message in bytes, with all of its fragments.
    let maxMessageSize: Int
    private var partial: Partial?
    /// The last message's memory: that of the next one, unless somebody has kept the message.
    private var spare = ByteBuffer()
    /// That of larger messages isn't kept: whoever holds many small ones would hold as much for each.
    private static let maxSpareSize = 4096

    init(maxMessageSize: Int) { self.maxMessageSize = maxMessageSize }

    /// Takes the next event from the front of `buffer`; `nil` if it holds no complete event.
    ///
    /// After an error, the stream can't be read any further.
    mutating func next(from buffer: inout ByteBuffer) throws(WebSocketProtocolError) -> Event? {
        while let header = try FrameHeader.read(buffer, maxPayload: maxMessageSize) {
            // An invalid frame is refused before its payload arrives.
            try admit(header)
            guard buffer.readableBytes - header.length >= header.payloadLength else { return nil }
            buffer.moveReaderIndex(forwardBy: header.length)
            if let event = try take(header, from: &buffer) { return event }
        }
        return nil
    }

    private func admit(_ header: FrameHeader) throws(WebSocketProtocolError) {
        switch header.opcode {
        case .continuation:
            guard let partial else { throw .protocolError }
            guard header.payloadLength <= maxMessageSize - partial.payload.readableBytes else { throw .messageTooBig }
            // Bounds empty fragments, which never reach the size limit.
            guard partial.fragments <= maxMessageSize else { throw .messageTooBig }
        case .text, .binary:
            guard partial == nil else { throw .protocolError }
        case .close, .ping, .pong:
            break
        }
    }

    /// - Returns: `nil` after a fragment that isn't the last one.
    private mutating func take(
        _ header: FrameHeader,
        from buffer: inout ByteBuffer
    ) throws(WebSocketProtocolError) -> Event? {
        guard !header.opcode.isControl else {
            let payload = Self.unmasked(header, from: &buffer)
            return switch header.opcode {
            case .ping: .ping(payload)
            case .close: .close(payload)
            default: .pong
            }
        }
        // Moved out of `self`, so that its payload is appended to in place.
        var message = partial.take() ?? Partial(isText: header.opcode == .text, payload: takeSpare())
        buffer.moveUnmasked(length: header.payloadLength, key: header.maskingKey, to: &message.payload)
        if message.isText { try message.check.extend(over: message.payload, isComplete: header.isFinal) }
        guard header.isFinal else {
            message.fragments &+= 1
            partial = message
            return nil
        }
        if message.payload.storageCapacity <= Self.maxSpareSize { spare = message.payload }
        return message.isText ? .text(message.payload) : .binary(message.payload)
    }

    /// Moved out as well, so that nobody else refers to it.
    private mutating func takeSpare() -> ByteBuffer {
        var taken = ByteBuffer()
        swap(&taken, &spare)
        // Clearing what nobody owns would allocate.
        if taken.storageCapacity > 0 { taken.clear() }
        return taken
    }

    /// Frees what a burst of messages has shared: a connection that is idle keeps nothing.
    mutating func endBurst() { spare = ByteBuffer() }

    private static func unmasked(_ header: FrameHeader, from buffer: inout ByteBuffer) -> ByteBuffer {
        var payload = ByteBuffer()
        buffer.moveUnmasked(length: header.payloadLength, key: header.maskingKey, to: &payload)
        return payload
    }
}
