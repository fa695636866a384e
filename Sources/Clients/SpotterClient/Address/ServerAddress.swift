import Foundation

/// The address of a Spotter server: `http` or `https`, a host, a port, and an optional path before the API.
///
/// Parsed from user input: `chat.example.com` means `https`; `localhost:8080` and `127.0.0.1` mean `http`.
///
///     guard let address = ServerAddress("chat.example.com") else { return }
///     print(address)  // https://chat.example.com
public struct ServerAddress: Sendable, Hashable {
    public let isSecure: Bool
    /// Without the brackets of an IPv6 literal.
    public let host: String
    public let port: Int
    /// Empty, or a path such as `/spotter`.
    public let basePath: String

    public static let standard = ServerAddress(isSecure: false, host: "127.0.0.1", port: 8080, basePath: "")

    private init(isSecure: Bool, host: String, port: Int, basePath: String) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.basePath = basePath
    }

    /// `nil` if the text isn't an address, or if it contains a user, a query or a fragment.
    public init?(_ text: String) {
        let hasScheme = text.contains("://")
        guard let parts = URLComponents(string: hasScheme ? text : "http://\(text)"),
            let rawHost = parts.host, !rawHost.isEmpty, parts.user == nil, parts.query == nil, parts.fragment == nil,
            let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https"
        else { return nil }
        let host = rawHost.hasPrefix("[") && rawHost.hasSuffix("]") ? String(rawHost.dropFirst().dropLast()) : rawHost
        let isSecure = hasScheme ? scheme == "https" : !Self.isLoopback(host)
        let port = parts.port ?? (isSecure ? 443 : 80)
        guard (1...65_535).contains(port) else { return nil }
        var path = parts.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        self.init(isSecure: isSecure, host: host.lowercased(), port: port, basePath: path)
    }

    /// Whether connections stay on this machine, so that plain `http` exposes nothing.
    public var isLoopback: Bool { Self.isLoopback(host) }

    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        let parts = host.split(separator: ".")
        let isIPv4 = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
        return host == "localhost" || host == "::1" || (isIPv4 && parts.first == "127")
    }

    /// `host:port` as in the `Host` header. A standard port is left out.
    var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }
}

extension ServerAddress: CustomStringConvertible {
    public var description: String { "\(isSecure ? "https" : "http")://\(authority)\(basePath)" }
}

extension ServerAddress: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let address = ServerAddress(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a server's address")
        }
        self = address
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
