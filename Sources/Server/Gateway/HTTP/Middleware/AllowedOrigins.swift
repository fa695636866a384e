import Domain
import Foundation
import NIOCore

/// The web origins that may call the API: the server's own and those that the operator configured. Only browsers send
/// `Origin`; requests without it are not checked.
///
/// An origin that equals the request's `Host` is the server's own only if the server knows that host. Otherwise a page
/// could point its own name at this server (DNS rebinding) and be let in under that name. Known are the configured
/// origins, this machine's names, and addresses, which can't be rebound. A host that the browser reached by HTTPS has
/// proved its name by a certificate.
package struct AllowedOrigins: Sendable {
    private let named: Set<String>
    private let hosts: Set<String>

    /// - Parameters:
    ///   - origins: as browsers send them, such as `https://chat.example.com`.
    ///   - hosts: further names of this server, without a port.
    package init(_ origins: [String] = [], hosts: [String] = []) {
        named = Set(origins.map { $0.lowercased() })
        self.hosts = Set(hosts.map { $0.lowercased() } + origins.compactMap { URL(string: $0)?.host?.lowercased() })
    }

    /// Whether `text` is exactly an origin: a scheme, a host and an optional port.
    package static func isOrigin(_ text: String) -> Bool {
        guard let url = URL(string: text), let scheme = url.scheme, ["http", "https"].contains(scheme.lowercased()),
            url.host != nil, url.path.isEmpty, url.query == nil, url.fragment == nil, url.user == nil
        else { return false }
        return true
    }

    /// - Parameters:
    ///   - host: the request's own `Host`.
    ///   - isSecure: whether the request came by HTTPS.
    func allows(_ origin: String, host: String?, isSecure: Bool) -> Bool {
        let origin = origin.lowercased()
        if named.contains(origin) { return true }
        guard Self.isOrigin(origin), let host = host?.lowercased(), let end = origin.firstRange(of: "://") else {
            return false
        }
        let isHTTPS = origin.hasPrefix("https:")
        let standardPort = isHTTPS ? ":443" : ":80"
        func trimmed(_ authority: some StringProtocol) -> String {
            authority.hasSuffix(standardPort) ? String(authority.dropLast(standardPort.count)) : String(authority)
        }
        guard trimmed(origin[end.upperBound...]) == trimmed(host) else { return false }
        return isHTTPS && isSecure || knows(URL(string: origin)?.host ?? "")
    }

    /// Whether a request's `Host` is one of this server's own names or an address.
    func isOwn(_ authority: String) -> Bool {
        guard let host = URL(string: "http://\(authority.lowercased())")?.host, !host.isEmpty else { return false }
        return knows(host)
    }

    private func knows(_ host: String) -> Bool {
        var name = host.hasPrefix("[") ? String(host.dropFirst().prefix { $0 != "]" }) : host
        if name.hasSuffix(".") { name.removeLast() }
        if name == "localhost" || name.hasSuffix(".localhost") || hosts.contains(name) { return true }
        return (try? SocketAddress(ipAddress: name, port: 0)) != nil
    }
}
