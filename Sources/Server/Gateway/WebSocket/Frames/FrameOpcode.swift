/// The type of a frame (RFC 6455, section 5.2). Reserved values have no case, so they can't be read.
enum FrameOpcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
}
