/// A client's frames.
///
/// The masking key is zero, so that the payload is sent unchanged. RFC 6455 requires an unpredictable mask so that a
/// web page can't make a browser write bytes that a proxy mistakes for a request (section 10.3). No web page sends
/// these frames.
enum FrameWriter {
    static let opcodeText: UInt8 = 1
    static let opcodeClose: UInt8 = 8
    static let opcodePing: UInt8 = 9
    static let opcodePong: UInt8 = 10

    static func frame(_ payload: some Collection<UInt8>, opcode: UInt8 = opcodeText) -> [UInt8] {
        let count = payload.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count + 14)
        bytes.append(0x80 | opcode)
        if count < 126 {
            bytes.append(0x80 | UInt8(count))
        } else if count <= UInt16.max {
            bytes += [0x80 | 126, UInt8(count >> 8), UInt8(count & 0xFF)]
        } else {
            bytes.append(0x80 | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: count >> shift))
            }
        }
        bytes += [0, 0, 0, 0]
        bytes += payload
        return bytes
    }
}
