import Domain
import Foundation

/// A mail in plain text, encoded so that any server accepts it: ASCII, short lines, and no way for content to reach a
/// header.
struct MailText: Sendable {
    let from: MailAddress
    let to: MailAddress
    let subject: String
    let body: String
    /// The globally unique part of the message id.
    let id: String
    let date: Timestamp

    /// The mail with CRLF line ends.
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

    /// A header's text: unchanged if it is short and plain, otherwise as encoded words (RFC 2047), each of which ends
    /// with a whole character.
    static func header(_ text: String) -> String {
        let isPlain = text.utf8.count <= 60 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        if isPlain, !text.contains("=?") { return text }
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar.properties.generalCategory == .control ? " " : Character(scalar)).utf8)
            // 45 bytes are 60 characters in base64, which with the delimiters is below the limit of 75 characters per
            // encoded word.
            if let last = words.last, last.count + bytes.count > 45 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }.joined(separator: "\r\n ")
    }
}
