import Domain
import Foundation

/// Why a mail could not be handed over; never what the server said in full, which may name people.
enum SMTPError: Error, Sendable, Equatable, CustomStringConvertible {
    case refused(code: Int, at: String)
    case noEncryption
    case noPlainLogin
    case openLogin
    case malformed
    case closed
    case timedOut

    /// The address itself was refused for good.
    var isOfRecipient: Bool {
        if case .refused(let code, let step) = self { step.hasPrefix("RCPT") && code >= 500 } else { false }
    }

    var description: String {
        switch self {
        case .refused(let code, let step): "the mail server answered \(code) to \(step)"
        case .noEncryption: "the mail server offers no STARTTLS"
        case .noPlainLogin: "the mail server offers no AUTH PLAIN"
        case .openLogin: "a password isn't sent without encryption"
        case .malformed: "the mail server doesn't speak SMTP"
        case .closed: "the mail server closed the connection"
        case .timedOut: "the mail server took too long"
        }
    }
}

/// One mail over SMTP (RFC 5321), without a network: replies go in, what to do comes out.
struct SMTPConversation {
    enum Action: Equatable {
        case send([UInt8])
        /// Encrypt from here on, then call `encrypted()`.
        case startTLS
        /// The server has taken the mail; say these last words.
        case taken([UInt8])
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

    /// Encryption has begun: the server is asked once more what it can do, since nothing said before counts.
    mutating func encrypted() -> Action {
        isEncrypted = true
        return hello()
    }

    mutating func received(_ reply: SMTPReply) throws(SMTPError) -> Action {
        let isExpected = step == .DATA ? reply.code == 354 : reply.isPositive
        guard isExpected else { throw .refused(code: reply.code, at: step.rawValue) }
        switch step {
        case .greeting: return hello()
        case .EHLO: return try introduced(reply)
        case .STARTTLS: return .startTLS
        case .AUTH: return mail()
        case .MAIL: return say("RCPT TO:<\(to)>", .RCPT)
        case .RCPT: return say("DATA", .DATA)
        case .DATA:
            step = .content
            return .send(Self.stuffed(content))
        case .content: return .taken(Array("QUIT\r\n".utf8))
        }
    }

    private mutating func introduced(_ reply: SMTPReply) throws(SMTPError) -> Action {
        let offers = reply.lines.dropFirst().map { $0.uppercased().split(separator: " ") }
        if settings.security == .startTLS, !isEncrypted {
            guard offers.contains(where: { $0.first == "STARTTLS" }) else { throw .noEncryption }
            return say("STARTTLS", .STARTTLS)
        }
        guard let user = settings.user, let password = settings.password else { return mail() }
        guard isEncrypted || settings.isLocal else { throw .openLogin }
        guard offers.contains(where: { $0.first == "AUTH" && $0.contains("PLAIN") }) else { throw .noPlainLogin }
        let proof = Data("\0\(user)\0\(password.reveal())".utf8).base64EncodedString()
        return say("AUTH PLAIN \(proof)", .AUTH)
    }

    private mutating func hello() -> Action { say("EHLO \(settings.from.domain)", .EHLO) }
    private mutating func mail() -> Action { say("MAIL FROM:<\(settings.from)>", .MAIL) }

    private mutating func say(_ command: String, _ next: Step) -> Action {
        step = next
        return .send(Array("\(command)\r\n".utf8))
    }

    /// With a second dot before lines that begin with one, and the end mark (RFC 5321 §4.5.2).
    static func stuffed(_ content: [UInt8]) -> [UInt8] {
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
    /// On this machine itself, where nobody listens in.
    public var isLocal: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}
