/// An address that is safe in SMTP commands and headers: visible ASCII, one `@`, and no character that could end a
/// command, a header or the surrounding brackets.
public struct MailAddress: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// `nil` for any other text, including addresses that need SMTPUTF8.
    public init?(_ text: String) {
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !#"<>()[],;:\""#.utf8.contains($0) }
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard isPlain, text.utf8.count <= 254, parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            return nil
        }
        description = text
    }

    var domain: Substring { description.split(separator: "@").last ?? "localhost" }
}
