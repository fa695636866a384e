/// The reason a connection ends, as the number in a close frame (RFC 6455, section 7.4).
package struct WebSocketCloseCode: RawRepresentable, Sendable, Hashable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    package static let normal = Self(rawValue: 1000)
    /// The server is shutting down.
    package static let goingAway = Self(rawValue: 1001)
    package static let protocolError = Self(rawValue: 1002)
    /// A binary message, although only text is supported.
    package static let unsupportedData = Self(rawValue: 1003)
    /// A text message that isn't UTF-8.
    package static let invalidPayload = Self(rawValue: 1007)
    package static let policyViolation = Self(rawValue: 1008)
    package static let messageTooBig = Self(rawValue: 1009)
    package static let internalError = Self(rawValue: 1011)
    /// The server is shutting down, and another one takes its clients. (The IANA registry of close codes.)
    package static let serviceRestart = Self(rawValue: 1012)
    /// The peer reads more slowly than messages arrive. It may reconnect and resume.
    package static let slow = Self(rawValue: 4008)

    /// Whether a peer may send this code: one that the protocol allows on the wire, or one for libraries (3000 to 3999)
    /// or applications (4000 to 4999).
    var isAllowedFromPeer: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }
}
