/// An address that can stand in an SMTP command and a header as it is: visible ASCII, one `@`, nothing that ends a
/// command, a header or the brackets around it.
public struct MailAddress: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    /// Total: `nil` for any other text, also for addresses that only SMTPUTF8 could carry.
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
