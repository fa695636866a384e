import Domain
import Foundation

/// Why a mail couldn't be sent. Never contains the server's full text, which may include addresses.
enum SMTPError: Error, Sendable, Equatable, CustomStringConvertible {
    case refused(code: Int, at: String)
    case noEncryption
    case authUnsupported
    case unencryptedLogin
    case malformed
    case closed
    case timedOut

    /// Whether the recipient's address was permanently refused.
    var isRecipientRejected: Bool {
        if case .refused(let code, let step) = self { step.hasPrefix("RCPT") && code >= 500 } else { false }
    }

    var description: String {
        switch self {
        case .refused(let code, let step): "the mail server answered \(code) to \(step)"
        case .noEncryption: "the mail server offers no STARTTLS"
        case .authUnsupported: "the mail server offers no AUTH PLAIN"
        case .unencryptedLogin: "a password isn't sent without encryption"
        case .malformed: "the mail server doesn't speak SMTP"
        case .closed: "the mail server closed the connection"
        case .timedOut: "the mail server took too long"
        }
    }
}

/// The client's side of one mail over SMTP (RFC 5321), as a state machine without I/O.
struct SMTPConversation {
    enum Action: Equatable {
        case send([UInt8])
        /// Start TLS, then call `encrypted()`.
        case startTLS
        /// The server has accepted the mail. Send these bytes and close.
        case accepted([UInt8])
    }

    private enum Step: String {
        case greeting, EHLO, STARTTLS, AUTH, MAIL, RCPT, DATA, content
    }

    private let settings: NotificationSettings.SMTP
    private let to: MailAddress
    private let content: [UInt8]
    private var isEncrypted: Bool
    private var step = Step.greeting

    init(_ settings: NotificationSettings.SMTP, to: MailAddress, content: [UInt8]) {
        self.settings = settings
        self.to = to
        self.content = content
        isEncrypted = settings.security == .implicit
    }

    /// TLS has started. Sends EHLO again, because everything before was unauthenticated.
    mutating func encrypted() -> Action {
        isEncrypted = true
        return hello()
    }

    mutating func received(_ reply: SMTPReply) throws(SMTPError) -> Action {
        let isExpected = step == .DATA ? reply.code == 354 : reply.isPositive
        guard isExpected else { throw .refused(code: reply.code, at: step.rawValue) }
        switch step {
        case .greeting: return hello()
        case .EHLO: return try capabilitiesReceived(reply)
        case .STARTTLS: return .startTLS
        case .AUTH: return mail()
        case .MAIL: return send("RCPT TO:<\(to)>", .RCPT)
        case .RCPT: return send("DATA", .DATA)
        case .DATA:
            step = .content
            return .send(Self.dotStuffed(content))
        case .content: return .accepted(Array("QUIT\r\n".utf8))
        }
    }

    private mutating func capabilitiesReceived(_ reply: SMTPReply) throws(SMTPError) -> Action {
        let offers = reply.lines.dropFirst().map { $0.uppercased().split(separator: " ") }
        if settings.security == .startTLS, !isEncrypted {
            guard offers.contains(where: { $0.first == "STARTTLS" }) else { throw .noEncryption }
            return send("STARTTLS", .STARTTLS)
        }
        guard let user = settings.user, let password = settings.password else { return mail() }
        guard isEncrypted || settings.isLocal else { throw .unencryptedLogin }
        guard offers.contains(where: { $0.first == "AUTH" && $0.contains("PLAIN") }) else { throw .authUnsupported }
        let proof = Data("\0\(user)\0\(password.reveal())".utf8).base64EncodedString()
        return send("AUTH PLAIN \(proof)", .AUTH)
    }

    private mutating func hello() -> Action { send("EHLO \(settings.from.domain)", .EHLO) }
    private mutating func mail() -> Action { send("MAIL FROM:<\(settings.from)>", .MAIL) }

    private mutating func send(_ command: String, _ next: Step) -> Action {
        step = next
        return .send(Array("\(command)\r\n".utf8))
    }

    /// With dots doubled at line starts, and the end marker (RFC 5321 §4.5.2).
    static func dotStuffed(_ content: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(content.count + 16)
        var isLineStart = true
        for byte in content {
            if isLineStart, byte == UInt8(ascii: ".") { bytes.append(byte) }
            bytes.append(byte)
            isLineStart = byte == UInt8(ascii: "\n")
        }
        return bytes + (isLineStart ? [] : Array("\r\n".utf8)) + Array(".\r\n".utf8)
    }
}

extension NotificationSettings.SMTP {
    /// Whether the server is this host, so that nobody can listen in.
    public var isLocal: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}
