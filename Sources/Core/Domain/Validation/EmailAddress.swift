import Foundation

/// The one form in which addresses are stored and compared.
///
/// ```swift
/// EmailAddress.normalized(" Alex@Bücher.Example")  // alex@xn--bcher-kva.example
/// ```
public enum EmailAddress {
    public static let maxBytes = 254

    /// The address trimmed, in Unicode's composed form and lower case, its domain as DNS knows it.
    ///
    /// Accepts what has one `@` between a name and a domain with a dot. Whether the address exists, only its mail server
    /// knows.
    /// - Returns: `nil` if it doesn't look like an address, is longer than 254 bytes, or holds white space or
    ///   characters that nobody sees: controls, bidi marks, zero-width ones.
    public static func normalized(_ text: String) -> String? {
        // The bound comes first, because the rest takes time that grows with the text.
        guard text.utf8.count <= 4 * maxBytes else { return nil }
        let address = text.trimmed.precomposedStringWithCanonicalMapping.lowercased()
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let name = parts.first, let domain = parts.last, !name.isEmpty,
            address.unicodeScalars.allSatisfy(isVisible), let host = asciiDomain(String(domain))
        else { return nil }
        let result = "\(name)@\(host)"
        return result.utf8.count <= maxBytes ? result : nil
    }

    /// The forms by which an account is looked up: as earlier releases stored addresses, which two accounts may have
    /// kept whose addresses are one today, and today's.
    public static func lookup(_ text: String) -> (earlier: String, current: String) {
        let earlier = String(text.trimmed.lowercased().prefix(4 * maxBytes))
        return (earlier, normalized(text) ?? earlier)
    }

    /// Whether a normalized address can't be taken for another by how its name is written: in full width, of letters of
    /// several scripts, or with signs that end an address where it's shown.
    static func isPlain(_ address: String) -> Bool {
        let name = String(address.prefix { $0 != "@" })
        guard !name.contains(where: { "<>()[],;:\"\\".contains($0) }) else { return false }
        guard !name.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
        let letters = Array(name.unicodeScalars)
        return letters == Array(name.precomposedStringWithCompatibilityMapping.unicodeScalars)
            && !DisplayName.mixesScripts(letters)
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        guard !properties.isWhitespace, !properties.isDefaultIgnorableCodePoint else { return false }
        return switch properties.generalCategory {
        case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator: false
        default: true
        }
    }

    /// A domain in ASCII, international labels as `xn--…`; `nil` if it isn't one.
    private static func asciiDomain(_ domain: String) -> String? {
        // What means something else in a URL doesn't get into one.
        guard !domain.contains(where: { "/?#:%[]\\@".contains($0) }) else { return nil }
        let host =
            domain.utf8.allSatisfy { $0 < 0x80 } ? domain : URLComponents(string: "http://\(domain)")?.encodedHost
        guard let host = host?.lowercased(), host.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count > 1 && labels.allSatisfy { !$0.isEmpty } ? host : nil
    }
}
