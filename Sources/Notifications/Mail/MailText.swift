import Domain
import Foundation

/// A mail in plain text, as bytes that any server takes: ASCII, short lines, no header that its content could reach.
struct MailText: Sendable {
    let from: MailAddress
    let to: MailAddress
    let subject: String
    let body: String
    /// Names this mail among all.
    let id: String
    let date: Timestamp

    /// With CRLF at each line's end.
    var bytes: [UInt8] {
        let headers = [
            "From: Spotter <\(from)>", "To: <\(to)>", "Subject: \(Self.header(subject))", "Date: \(date.mailDate)",
            "Message-ID: <\(id)@\(from.domain)>", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64", "Auto-Submitted: auto-generated",
        ]
        let crlf = body.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
        let content = Data(crlf.utf8).base64EncodedString(
            options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed]
        )
        return Array("\(headers.joined(separator: "\r\n"))\r\n\r\n\(content)\r\n".utf8)
    }

    /// Text of a header: as it is where it's short and plain, otherwise as encoded words (RFC 2047), each of which ends
    /// with a whole character.
    static func header(_ text: String) -> String {
        let isPlain = text.utf8.count <= 60 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        if isPlain, !text.contains("=?") { return text }
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar.properties.generalCategory == .control ? " " : Character(scalar)).utf8)
            // 45 bytes are 60 characters in base64: with the frame around them less than the 75 that a word may have.
            if let last = words.last, last.count + bytes.count > 45 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }
}
