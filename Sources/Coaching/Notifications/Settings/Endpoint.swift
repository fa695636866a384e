/// A URL that requests may be sent to, restricted so that all parsers read it alike: no user, no fragment, only
/// unreserved characters in the host.
public struct Endpoint: Sendable, Hashable, CustomStringConvertible {
    public static let maxLength = 2048

    public let origin: Origin
    /// The URL as it was given.
    public let description: String

    /// `nil` if the text isn't such a URL.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maxLength, text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        guard let schemeEnd = text.firstRange(of: "://") else { return nil }
        let rest = text[schemeEnd.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let origin = Origin(scheme: text[..<schemeEnd.lowerBound], authority: authority) else { return nil }
        self.origin = origin
        description = text
    }

    /// Visible ASCII without the characters that parsers treat differently.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !#""<>\^`{|}#"#.utf8.contains(byte)
    }
}

/// Scheme, host and port.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    public let scheme: String
    /// In lower case; IPv6 addresses in brackets.
    public let host: String
    public let port: Int

    /// Parses a bare origin such as `https://hooks.example.com:8443`.
    public init?(_ text: String) {
        guard let endpoint = Endpoint(text.hasSuffix("/") ? String(text.dropLast()) : text),
            !endpoint.description.dropFirst(endpoint.origin.scheme.count + 3).contains(where: { "/?".contains($0) })
        else { return nil }
        self = endpoint.origin
    }

    init?(scheme: some StringProtocol, authority: some StringProtocol) {
        let scheme = scheme.lowercased()
        guard scheme == "https" || scheme == "http" else { return nil }
        var host = authority.lowercased()
        var port = scheme == "https" ? 443 : 80
        if let colon = host.lastIndex(of: ":"), !host[colon...].contains("]") {
            let digits = host[host.index(after: colon)...]
            guard (1...5).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }),
                let number = Int(digits), (1...65_535).contains(number)
            else { return nil }
            port = number
            host = String(host[..<colon])
        }
        guard Self.isHost(host) else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = port
    }

    private static func isHost(_ host: String) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]") {
            let address = host.dropFirst().dropLast()
            return address.count >= 2 && address.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        let isPlain = host.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        }
        return isPlain && (1...253).contains(host.utf8.count) && !host.hasPrefix(".") && !host.hasPrefix("-")
            && !host.contains("..")
    }

    private var isDefaultPort: Bool { port == (scheme == "https" ? 443 : 80) }
    public var description: String { "\(scheme)://\(host)" + (isDefaultPort ? "" : ":\(port)") }
}
